package dev.mqttdq.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PacketWriterTest {

    private static final int SHORT = 8 * 1024;
    private static final String PUBREC_7 = "50020007";
    private static final String PUBCOMP_7 = "70020007";

    private final List<String> written = new ArrayList<>();
    private final PacketWriter writer = new PacketWriter(
            new OutputStream() {
                @Override
                public void write(int b) {
                    throw new AssertionError("packets are written whole");
                }

                @Override
                public void write(byte[] bytes, int offset, int length) {
                    written.add(HexFormat.of().formatHex(bytes, offset, offset + length));
                }
            },
            () -> {});

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 127, 128, 8_189})
    void writesAShortPacketWholeHoweverItComes(int remaining) throws IOException {
        byte[] packet = publish(remaining);

        for (byte b : packet) {
            assertThat(written).isEmpty();
            writer.write(b);
        }
        assertThat(written).containsExactly(HexFormat.of().formatHex(packet));

        written.clear();
        int half = packet.length / 2;
        writer.write(packet, 0, half);
        writer.write(packet, half, packet.length - half);
        assertThat(written).containsExactly(HexFormat.of().formatHex(packet));
    }

    @ParameterizedTest
    @CsvSource({"8190,1", "16384,1", "16384,8192", "2097152,8192", "2097152,1048576", "2097152,3000000"})
    void passesALongPacketOnAsItComes(int remaining, int chunk) throws IOException {
        byte[] packet = publish(remaining);
        for (int round = 0; round < 2; round++) {
            written.clear();
            int given = 0;
            while (given < packet.length) {
                int count = Math.min(chunk, packet.length - given);
                writer.write(packet, given, count);
                given += count;
                assertThat(given - writtenBytes()).isLessThanOrEqualTo(SHORT);
            }
            assertThat(String.join("", written)).isEqualTo(HexFormat.of().formatHex(packet));
            write("c000");
            assertThat(written).endsWith("c000");
        }
    }

    private int writtenBytes() {
        return written.stream().mapToInt(hex -> hex.length() / 2).sum();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 100_000})
    void saysThatAPacketCouldNotBeWritten(int remaining) {
        AtomicInteger begun = new AtomicInteger();
        PacketWriter failing = new PacketWriter(
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("broken");
                    }
                },
                begun::incrementAndGet);

        assertThatIOException().isThrownBy(() -> failing.write(publish(remaining)));

        assertThat(begun).hasValue(1);
    }

    @Test
    void tellsPacketsThatComeTogetherApart() throws IOException {
        write("c000" + "40020001" + "c000" + PUBREC_7 + "e000");

        assertThat(written).containsExactly("c000", "40020001", "c000", "e000");
    }

    @Test
    void holdsPubrecUntilTheMessageIsStored() throws IOException {
        write(PUBREC_7);
        assertThat(written).isEmpty();

        writer.release(7);
        assertThat(written).isEmpty();
        write(PUBCOMP_7);
        assertThat(written).containsExactly(PUBREC_7);
    }

    @Test
    void sendsPubrecAtOnceWhereTheMessageWasStoredBefore() throws IOException {
        writer.release(7);
        write(PUBCOMP_7);
        assertThat(written).isEmpty();

        write(PUBREC_7);
        assertThat(written).containsExactly(PUBREC_7);
    }

    @Test
    void letsThePubcompOfPubrelPass() throws IOException {
        write(PUBREC_7);
        writer.release(7);
        write(PUBCOMP_7);

        write(PUBCOMP_7);

        assertThat(written).containsExactly(PUBREC_7, PUBCOMP_7);
    }

    @Test
    void beginsAnewWithTheNextMessageOfAnIdentifier() throws IOException {
        for (int i = 0; i < 3; i++) {
            written.clear();
            write(PUBREC_7);
            assertThat(written).isEmpty();
            writer.release(7);
            write(PUBCOMP_7 + PUBCOMP_7);
            assertThat(written).containsExactly(PUBREC_7, PUBCOMP_7);
        }
    }

    @Test
    void keepsIdentifiersApart() throws IOException {
        write("5002fffe" + PUBREC_7 + "50020107");
        writer.release(0xfffe);
        writer.release(0x0107);
        write("70020107");
        write("7002fffe");

        assertThat(written).containsExactly("50020107", "5002fffe");
    }

    @Test
    void answersInTheShortFormWhateverFormTheClientUses() throws IOException {
        write("5003000700");
        writer.release(7);
        write("700400070000");

        assertThat(written).containsExactly(PUBREC_7);
    }

    private void write(String hex) throws IOException {
        writer.write(HexFormat.of().parseHex(hex));
    }

    private static byte[] publish(int remaining) {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(0x30);
        int rest = remaining;
        do {
            packet.write(rest > 127 ? (rest & 0x7f) | 0x80 : rest);
            rest >>= 7;
        } while (rest > 0);
        packet.writeBytes(new byte[remaining]);
        return packet.toByteArray();
    }
}
