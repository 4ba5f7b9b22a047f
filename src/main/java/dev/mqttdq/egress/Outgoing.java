package dev.mqttdq.egress;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.Expiry;
import dev.mqttdq.message.Hops;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import dev.mqttdq.message.TopicFilter;
import dev.mqttdq.session.Connack;
import dev.mqttdq.session.OutboundPublish;
import dev.mqttdq.store.DropReason;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What a stored message becomes on its way to the remote: template, QoS and retain as configured now, within the limits of
 * the present connection; or why it can never be sent.
 */
sealed interface Outgoing {

    record Send(OutboundPublish publish) implements Outgoing {}

    record Impossible(DropReason reason, String detail) implements Outgoing {}

    /** @param nowMillis wall clock, in milliseconds since the epoch */
    static Outgoing of(BridgeMessage message, BridgeSettings settings, Connack limits, long nowMillis) {
        String topic = settings.remoteTopic().apply(message.topic());
        int topicBytes = topic.getBytes(StandardCharsets.UTF_8).length;
        if (topicBytes > TopicFilter.MAX_BYTES) {
            return new Impossible(DropReason.INVALID_TOPIC, "its remote topic is " + topicBytes + " bytes long");
        }
        if (topic.isEmpty() || !isPublishable(topic)) {
            return new Impossible(DropReason.INVALID_TOPIC, "its remote topic is no valid topic name");
        }
        Optional<BridgeMessage> unexpired = Expiry.reduced(message, nowMillis);
        if (unexpired.isEmpty()) {
            return new Impossible(
                    DropReason.EXPIRED,
                    "it expired after " + message.properties().messageExpiry() + " s");
        }
        MessageProperties properties = unexpired.get().properties();
        if (settings.maxHops() > 0) {
            properties = Hops.counted(properties);
        }
        boolean v5 = settings.protoVer() == ProtocolVersion.V5;
        Qos qos = settings.remoteQos().apply(message.qos()).atMost(limits.maximumQos());
        boolean retain = settings.remoteRetain().apply(message.retain()) && limits.retainAvailable();
        OutboundPublish publish =
                new OutboundPublish(topic, message.payload(), qos, retain, v5 ? properties : MessageProperties.NONE);
        long size = publish.packetSize();
        if (size > limits.maximumPacketSize()) {
            return new Impossible(
                    DropReason.PACKET_TOO_LARGE,
                    "it is " + size + " bytes long and the remote takes " + limits.maximumPacketSize());
        }
        return new Send(publish);
    }

    private static boolean isPublishable(String topic) {
        return topic.indexOf('\0') < 0
                && topic.indexOf('#') < 0
                && topic.indexOf('+') < 0
                && StandardCharsets.UTF_8.newEncoder().canEncode(topic);
    }
}
