package dev.mqttdq.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mqttdq.message.Qos;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublishHeaderTest {

    /** Payload format, expiry, correlation data, content type, response topic, a user property, topic alias. */
    private static final String ALL_PROPERTIES =
            "0101" + "020000003c" + "0900020001" + "030001" + "74" + "080001" + "72" + "26000161000162" + "230001";

    private static final ReaderEvents NO_CONTROLS = new ReaderEvents() {
        @Override
        public void died(Throwable failure) {
            throw new AssertionError(failure);
        }

        @Override
        public void decode(DataInputStream text) throws IOException {
            if (text.readUTF().chars().anyMatch(Character::isISOControl)) {
                throw new IllegalArgumentException("a control character");
            }
        }
    };

    @Test
    void readsJustTheHeader() throws IOException {
        String header = "000161" + "000b" + "1e" + ALL_PROPERTIES;
        ByteArrayInputStream in = stream(header + "ff");

        PublishHeader read = PublishHeader.read(in, 0x34, header.length() / 2 + 1, true);

        assertThat(HexFormat.of().formatHex(read.bytes())).isEqualTo(header);
        assertThat(read.topic()).isEqualTo("a");
        assertThat(read.packetId()).isEqualTo(11);
        assertThat(read.qos()).isEqualTo(Qos.EXACTLY_ONCE);
        assertThat(read.isReadableBy(NO_CONTROLS)).isTrue();
        assertThat(in.available()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "30, 000101,                 false",
        "32, 000101000b,             false",
        "30, 00016100,               true",
        "30, 00016104 03000101,      true",
        "30, 00016104 08000101,      true",
        "30, 00016107 26000101000161,true",
        "30, 00016107 26000161000101,true",
        "30, 00016102 0b01,          true",
        "30, 00016102 7f01,          true",
    })
    void tellsWhatTheClientCannotRead(String first, String hex, boolean properties) throws IOException {
        String header = hex.replace(" ", "");

        PublishHeader read =
                PublishHeader.read(stream(header), HexFormat.fromHexDigits(first), header.length() / 2, properties);

        boolean harmless = header.equals("00016100") || header.equals("000161020b01");
        assertThat(read.isReadableBy(NO_CONTROLS)).isEqualTo(harmless);
    }

    @ParameterizedTest
    @CsvSource({"30, 0005616161", "32, 00016100", "30, 00016180808080", "30, 0001610561", "36, 000161000b00"})
    void refusesWhatIsNoPublish(String first, String hex) {
        assertThatThrownBy(() -> PublishHeader.read(
                        stream(hex + "00000000000000"), HexFormat.fromHexDigits(first), hex.length() / 2, true))
                .isInstanceOf(IOException.class);
    }

    private static ByteArrayInputStream stream(String hex) {
        return new ByteArrayInputStream(HexFormat.of().parseHex(hex));
    }
}
