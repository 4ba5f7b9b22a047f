package dev.mqttdq.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import dev.mqttdq.message.UserProperty;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordCodecTest {

    static Stream<BridgeMessage> messages() {
        MessageProperties empty = new MessageProperties(0, 0L, "", "", new byte[0], List.of());
        MessageProperties full = new MessageProperties(
                1,
                4_294_967_295L,
                "application/json",
                "réponse/日本",
                new byte[] {0, -1, 10},
                List.of(new UserProperty("k", "1"), new UserProperty("", ""), new UserProperty("k", "2")));
        return Stream.of(
                message("a", new byte[0], Qos.AT_MOST_ONCE, false, MessageProperties.NONE),
                message("a/日本/\uD83D\uDE00", new byte[] {1, 2, 3}, Qos.AT_LEAST_ONCE, true, MessageProperties.NONE),
                message("a", new byte[0], Qos.EXACTLY_ONCE, true, empty),
                message("a", "{}".getBytes(UTF_8), Qos.EXACTLY_ONCE, false, full),
                message("a", new byte[] {7}, Qos.AT_MOST_ONCE, false, only("text/plain", null)),
                message("a", new byte[] {7}, Qos.AT_MOST_ONCE, false, only(null, new byte[] {9})));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void readsBackWhatItWrote(BridgeMessage message) {
        byte[] body = encode(message);

        assertThat(RecordCodec.decode(body, 0, body.length))
                .usingRecursiveComparison()
                .isEqualTo(message);
        assertThat(RecordCodec.arrivedAtMillis(body, 0)).isEqualTo(message.arrivedAtMillis());
        assertThat((long) body.length).isLessThanOrEqualTo(RecordCodec.bound(message, null));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void keepsAKeyBesideTheMessage(BridgeMessage message) {
        for (String key : List.of("", "k", "schlüssel/日本")) {
            byte[] body = encode(message, key);

            assertThat(RecordCodec.key(body, 0, body.length)).isEqualTo(key);
            assertThat(RecordCodec.decode(body, 0, body.length))
                    .usingRecursiveComparison()
                    .isEqualTo(message);
            assertThat((long) body.length).isLessThanOrEqualTo(RecordCodec.bound(message, key));
        }
        byte[] body = encode(message);
        assertThat(RecordCodec.key(body, 0, body.length)).isNull();
    }

    /** The layout of a bridge's records, which earlier versions must be able to read and have written. */
    @Test
    void writesARecordWithoutAKeyAsBefore() {
        byte[] body = encode(message("a/b", new byte[] {7}, Qos.AT_LEAST_ONCE, true, MessageProperties.NONE));

        assertThat(HexFormat.of().formatHex(body))
                .isEqualTo("01" + "0000018bcfe5687b" + "05" + "00000003612f62" + "07");
    }

    @ParameterizedTest
    @MethodSource("messages")
    void refusesEveryTruncationBeforeThePayload(BridgeMessage message) {
        byte[] body = encode(message);

        for (int length = 0; length < body.length - message.payload().length; length++) {
            int shorter = length;
            assertThatThrownBy(() -> RecordCodec.decode(body, 0, shorter))
                    .isInstanceOfSatisfying(
                            StorageException.class, e -> assertThat(e.kind()).isEqualTo(StorageException.Kind.CORRUPT));
        }
    }

    @Test
    void refusesALayoutOfALaterVersion() {
        byte[] body = encode(message("a", new byte[0], Qos.AT_MOST_ONCE, false, MessageProperties.NONE));
        body[0] = 2;

        assertThatThrownBy(() -> RecordCodec.decode(body, 0, body.length))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("layout 2");
    }

    private static BridgeMessage message(
            String topic, byte[] payload, Qos qos, boolean retain, MessageProperties properties) {
        return new BridgeMessage(topic, payload, qos, retain, 1_700_000_000_123L, properties);
    }

    @SuppressWarnings("NullAway") // does not see the annotation of an array in a class file
    private static MessageProperties only(@Nullable String contentType, byte @Nullable [] correlationData) {
        return new MessageProperties(null, null, contentType, null, correlationData, List.of());
    }

    private static byte[] encode(BridgeMessage message) {
        return encode(message, null);
    }

    private static byte[] encode(BridgeMessage message, @Nullable String key) {
        ByteBuffer target = ByteBuffer.allocate(Math.toIntExact(RecordCodec.bound(message, key)));
        RecordCodec.encode(message, key, target);
        byte[] body = new byte[target.position()];
        target.flip().get(body);
        return body;
    }
}
