package dev.mqttdq.session;

import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;

/**
 * A PUBLISH from the broker. QoS 1 and 2 want {@link MqttConnection#acknowledge} with {@link #packetId}.
 *
 * @param packetId means something on its own connection only; 0 at QoS 0
 */
public record InboundPublish(
        int packetId, String topic, byte[] payload, Qos qos, boolean retain, MessageProperties properties) {}
