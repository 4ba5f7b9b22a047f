package dev.mqttdq.session;

import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import dev.mqttdq.message.UserProperty;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A PUBLISH to the broker, as it is to stand on the wire; brokers before MQTT 5 do not get the properties. */
public record OutboundPublish(String topic, byte[] payload, Qos qos, boolean retain, MessageProperties properties) {

    private static final int LENGTH_PREFIX = 2;

    /** The packet's size on the wire of MQTT 5, in bytes (MQTT 5.0 sections 2.1 and 3.3). */
    public long packetSize() {
        long properties = propertiesSize();
        long packetId = qos == Qos.AT_MOST_ONCE ? 0 : 2;
        long remaining = string(topic) + packetId + variableInteger(properties) + properties + payload.length;
        return 1 + variableInteger(remaining) + remaining;
    }

    private long propertiesSize() {
        long size = property(properties.contentType()) + property(properties.responseTopic());
        if (properties.payloadFormat() != null && properties.payloadFormat() == 1) {
            // 0 is the default and not sent.
            size += 2;
        }
        if (properties.messageExpiry() != null) {
            size += 5;
        }
        byte[] correlationData = properties.correlationData();
        if (correlationData != null) {
            size += 1 + LENGTH_PREFIX + correlationData.length;
        }
        for (UserProperty property : properties.userProperties()) {
            size += 1L + string(property.key()) + string(property.value());
        }
        return size;
    }

    private static long property(@Nullable String value) {
        return value == null ? 0 : 1L + string(value);
    }

    private static long string(String value) {
        return LENGTH_PREFIX + (long) value.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Section 1.5.5: seven bits to a byte. */
    private static int variableInteger(long value) {
        int bytes = 1;
        for (long rest = value >> 7; rest > 0; rest >>= 7) {
            bytes++;
        }
        return bytes;
    }
}
