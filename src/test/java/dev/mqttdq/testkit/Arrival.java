package dev.mqttdq.testkit;

import java.nio.charset.StandardCharsets;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;

/**
 * A message that a subscriber received.
 *
 * @param properties as received
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Arrival(String topic, byte[] payload, int qos, boolean retain, MqttProperties properties) {

    /** As UTF-8. */
    public String text() {
        return new String(payload, StandardCharsets.UTF_8);
    }

    /** The number that a {@link Publisher} began the payload with; -1 where there is none. */
    public long seq() {
        String text = text();
        int end = text.indexOf(' ');
        String number = end < 0 ? text : text.substring(0, end);
        return number.matches("\\d{1,18}") ? Long.parseLong(number) : -1;
    }
}
