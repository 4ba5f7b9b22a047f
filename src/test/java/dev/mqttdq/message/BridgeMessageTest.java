package dev.mqttdq.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BridgeMessageTest {

    private static final String LONG = "x".repeat(10_000);
    private static final byte[] NO_BYTES = {};

    @Test
    void weighsEverythingThatAPublisherMayMakeLarge() {
        assertThat(weight(new byte[10_000], "t", MessageProperties.NONE)).isGreaterThan(10_000);
        assertThat(weight(NO_BYTES, LONG, MessageProperties.NONE)).isGreaterThan(10_000);
        assertThat(weight(properties(LONG, null, NO_BYTES))).isGreaterThan(10_000);
        assertThat(weight(properties(null, LONG, NO_BYTES))).isGreaterThan(10_000);
        assertThat(weight(properties(null, null, new byte[10_000]))).isGreaterThan(10_000);
        assertThat(weight(users(List.of(new UserProperty(LONG, ""))))).isGreaterThan(10_000);
        assertThat(weight(users(List.of(new UserProperty("", LONG))))).isGreaterThan(10_000);
        assertThat(weight(users(Collections.nCopies(1_000, new UserProperty("", "")))))
                .isGreaterThan(100_000);
    }

    @Test
    void weighsNoMoreThanAnIntegerHolds() {
        assertThat(weight(users(Collections.nCopies(200_000, new UserProperty(LONG, "")))))
                .isEqualTo(Integer.MAX_VALUE);
    }

    private static int weight(MessageProperties properties) {
        return weight(NO_BYTES, "t", properties);
    }

    private static int weight(byte[] payload, String topic, MessageProperties properties) {
        return new BridgeMessage(topic, payload, Qos.AT_LEAST_ONCE, false, 0, properties).weight();
    }

    private static MessageProperties properties(
            @Nullable String contentType, @Nullable String responseTopic, byte[] correlationData) {
        return new MessageProperties(null, null, contentType, responseTopic, correlationData, List.of());
    }

    private static MessageProperties users(List<UserProperty> properties) {
        return new MessageProperties(null, null, null, null, NO_BYTES, properties);
    }
}
