package dev.mqttdq.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacketReaderTest {

    /** Topic "a", no payload. */
    private static final String PUBLISH = "3003000161";

    private static final int LARGEST = 1000;

    private final HandOver handOver = new HandOver(100);
    private final ReadGate gate = new ReadGate(handOver);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "d000",
                "20020000" + "40020001" + "d000",
                // PUBREC without a reason code, with success and with "no matching subscribers"
                "50020007",
                "5003000700",
                "5003000710",
                "50040007" + "0000",
                // PUBACK keeps its refusal
                "4003000787",
                "3205000161" + "0001" + "c000"
            })
    void handsPacketsOnAsTheyAre(String hex) throws IOException {
        assertThat(read(hex)).isEqualTo(hex);
        assertThat(readByteByByte(hex)).isEqualTo(hex);
    }

    @Test
    void handsOnALongPacket() throws IOException {
        String hex = "30e807" + "000161" + "62".repeat(LARGEST - 3);

        assertThat(read(hex + "d000")).isEqualTo(hex + "d000");
        assertThat(readByteByByte(hex + "d000")).isEqualTo(hex + "d000");
    }

    @Test
    void turnsARefusingPubrecIntoTheEndOfItsExchange() throws IOException {
        PacketReader reader = reader("d000" + "5003fffe87" + "d000");

        assertThat(HexFormat.of().formatHex(reader.readAllBytes())).isEqualTo("d000" + "7003fffe92" + "d000");
        assertThat(reader.takeRefusal(7)).isZero();
        assertThat(reader.takeRefusal(0xfffe)).isEqualTo(0x87);
        assertThat(reader.takeRefusal(0xfffe)).isZero();
    }

    @Test
    void doesSoForOneWithProperties() throws IOException {
        // Reason String "no"
        PacketReader reader = reader("5009000797" + "05" + "1f00026e6f" + "d000");

        assertThat(HexFormat.of().formatHex(reader.readAllBytes())).isEqualTo("7003000792" + "d000");
        assertThat(reader.takeRefusal(7)).isEqualTo(0x97);
    }

    @Test
    void refusesAMalformedRemainingLength() {
        assertThatThrownBy(() -> read("30ffffffff01"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("malformed remaining length");
    }

    @Test
    void refusesAPacketThatMakesNoSense() {
        assertThatThrownBy(() -> read("30e907"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("1001")
                .hasMessageContaining("1000");
        assertThatThrownBy(() -> read("50ffffff7f")).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"30", "3080", "3005", "30050001", "500300", "50030007"})
    void saysThatTheConnectionEndedWithinAPacket(String hex) {
        assertThatThrownBy(() -> read(hex)).isInstanceOf(EOFException.class);
    }

    @Test
    void readsNoMessageWhileThereIsNoRoom() throws Exception {
        handOver.take(100);
        ByteArrayInputStream in = new ByteArrayInputStream(HexFormat.of().parseHex(PUBLISH));
        PacketReader reader = new PacketReader(in, gate, LARGEST, false, failure -> {});
        CompletableFuture<Integer> first = new CompletableFuture<>();
        Thread receiving = new Thread(() -> complete(first, reader));
        receiving.start();

        await().until(() -> receiving.getState() == Thread.State.WAITING);
        assertThat(in.available()).isEqualTo(PUBLISH.length() / 2 - 1);

        handOver.release(1);
        assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo(0x30);
    }

    @Test
    void stopsWaitingWhenTheLinkIsGivenUp() throws Exception {
        handOver.take(100);
        CompletableFuture<Integer> first = new CompletableFuture<>();
        Thread receiving = new Thread(() -> complete(first, reader(PUBLISH)));
        receiving.start();
        await().until(() -> receiving.getState() == Thread.State.WAITING);

        gate.leave();

        assertThat(first.handle((read, failure) -> failure).get(60, TimeUnit.SECONDS))
                .isInstanceOf(IOException.class);
    }

    @Test
    void tellsWhatTheReceivingThreadDiedOf() throws Exception {
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        InputStream in = new ByteArrayInputStream(HexFormat.of().parseHex("d000"));
        PacketReader reader = new PacketReader(in, gate, LARGEST, false, told::complete);
        Thread receiving = new Thread(() -> {
            complete(new CompletableFuture<>(), reader);
            throw new IllegalStateException("cannot be decoded");
        });
        receiving.start();

        assertThat(told.get(60, TimeUnit.SECONDS)).hasMessage("cannot be decoded");
    }

    private static void complete(CompletableFuture<Integer> future, InputStream in) {
        try {
            future.complete(in.read());
        } catch (IOException e) {
            future.completeExceptionally(e);
        }
    }

    private PacketReader reader(String hex) {
        return new PacketReader(new Dripping(HexFormat.of().parseHex(hex)), gate, LARGEST, false, failure -> {});
    }

    private String read(String hex) throws IOException {
        return HexFormat.of().formatHex(reader(hex).readAllBytes());
    }

    private String readByteByByte(String hex) throws IOException {
        InputStream in = new PacketReader(
                new ByteArrayInputStream(HexFormat.of().parseHex(hex)), gate, LARGEST, false, failure -> {});
        StringBuilder read = new StringBuilder();
        for (int b = in.read(); b >= 0; b = in.read()) {
            read.append(HexFormat.of().toHexDigits((byte) b));
        }
        return read.toString();
    }

    /** Gives one byte at a time, as a slow network may. */
    private static final class Dripping extends ByteArrayInputStream {

        Dripping(byte[] bytes) {
            super(bytes);
        }

        @Override
        public synchronized int read(byte[] bytes, int offset, int length) {
            return super.read(bytes, offset, Math.min(length, 1));
        }
    }
}
