package dev.mqttdq.testkit;

import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageIdVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPubReplyMessageVariableHeader;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttReasonCodeAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import java.nio.charset.StandardCharsets;

/**
 * A packet that a client sent to a {@link ScriptedPeer}.
 *
 * @param connection the how-manieth connection it came on, from 1
 * @param message as decoded; a PUBLISH's payload buffer is released, use {@link #payload}
 * @param payload of a PUBLISH, else empty
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Packet(int connection, MqttMessage message, byte[] payload) {

    public MqttMessageType type() {
        return message.fixedHeader().messageType();
    }

    /** 0 for packets without one. */
    public int packetId() {
        if (message instanceof MqttPublishMessage publish) {
            return Math.max(0, publish.variableHeader().packetId());
        }
        return message.variableHeader() instanceof MqttMessageIdVariableHeader header ? header.messageId() : 0;
    }

    /** 0 for packets without one. */
    public int reasonCode() {
        if (message.variableHeader() instanceof MqttPubReplyMessageVariableHeader header) {
            return Byte.toUnsignedInt(header.reasonCode());
        }
        return message.variableHeader() instanceof MqttReasonCodeAndPropertiesVariableHeader header
                ? Byte.toUnsignedInt(header.reasonCode())
                : 0;
    }

    /** Of a PUBLISH. */
    public String topic() {
        return publish().variableHeader().topicName();
    }

    /** Of a PUBLISH, as UTF-8. */
    public String text() {
        return new String(payload, StandardCharsets.UTF_8);
    }

    /** Of a PUBLISH. */
    public MqttProperties properties() {
        return publish().variableHeader().properties();
    }

    public int qos() {
        return message.fixedHeader().qosLevel().value();
    }

    public boolean retain() {
        return message.fixedHeader().isRetain();
    }

    public boolean duplicate() {
        return message.fixedHeader().isDup();
    }

    /** Of a CONNECT: version, client id, credentials, keep alive, properties. */
    public MqttConnectMessage connect() {
        return (MqttConnectMessage) message;
    }

    /** Of a SUBSCRIBE: filters and options. */
    public MqttSubscribeMessage subscribe() {
        return (MqttSubscribeMessage) message;
    }

    private MqttPublishMessage publish() {
        return (MqttPublishMessage) message;
    }
}
