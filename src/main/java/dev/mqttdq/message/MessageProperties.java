package dev.mqttdq.message;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a PUBLISH that belong to the message and not to the connection (MQTT 5.0 section 3.3.2.3): all but
 * topic alias and subscription identifier. Equality compares {@link #correlationData} by identity, as arrays do.
 *
 * @param payloadFormat the Payload Format Indicator: 0 bytes, 1 UTF-8
 * @param messageExpiry the Message Expiry Interval in seconds, as it was when the message arrived
 * @param correlationData not copied: whoever passes it on must not write to it
 * @param userProperties in the publisher's order, repeated keys kept
 */
public record MessageProperties(
        @Nullable Integer payloadFormat,
        @Nullable Long messageExpiry,
        @Nullable String contentType,
        @Nullable String responseTopic,
        byte @Nullable [] correlationData,
        List<UserProperty> userProperties) {

    /** No property at all, as every message of MQTT 3.1 and 3.1.1. */
    public static final MessageProperties NONE = new MessageProperties(null, null, null, null, null, List.of());

    public MessageProperties {
        userProperties = List.copyOf(userProperties);
    }

    /** Whether there is nothing to store or send. */
    public boolean isEmpty() {
        return payloadFormat == null
                && messageExpiry == null
                && contentType == null
                && responseTopic == null
                && correlationData == null
                && userProperties.isEmpty();
    }

    /** Rough size in memory, in bytes. */
    long weight() {
        if (isEmpty()) {
            return 0;
        }
        long weight = 128 + weight(contentType) + weight(responseTopic);
        if (correlationData != null) {
            weight += correlationData.length;
        }
        for (UserProperty property : userProperties) {
            weight += 32 + weight(property.key()) + weight(property.value());
        }
        return weight;
    }

    private static long weight(@Nullable String text) {
        return text == null ? 0 : 40 + 2L * text.length();
    }

    /** The same with another Message Expiry Interval, in seconds. */
    public MessageProperties withMessageExpiry(long seconds) {
        return new MessageProperties(
                payloadFormat, seconds, contentType, responseTopic, correlationData, userProperties);
    }
}
