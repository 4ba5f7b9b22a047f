package dev.mqttdq.queues.listener;

import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttFixedHeader;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageIdAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;
import io.netty.handler.codec.mqtt.MqttProperties.StringProperty;
import io.netty.handler.codec.mqtt.MqttPubReplyMessageVariableHeader;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttReasonCodeAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttReasonCodes;
import io.netty.handler.codec.mqtt.MqttSubAckMessage;
import io.netty.handler.codec.mqtt.MqttSubAckPayload;
import io.netty.handler.codec.mqtt.MqttUnsubAckMessage;
import io.netty.handler.codec.mqtt.MqttUnsubAckPayload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the packets with which clients are answered; properties go to clients of MQTT 5 only. */
final class Packets {

    /** PUBLISH packets of a client that are refused at the same time; each is refused at once. */
    private static final int RECEIVE_MAXIMUM = 10;

    private Packets() {}

    static MqttMessage refused(MqttConnectReturnCode code) {
        return connack(code, MqttProperties.NO_PROPERTIES);
    }

    /**
     * CONNACK (MQTT 5.0 section 3.2). It says what is not so if it is not said; for the rest the defaults are right: wildcards
     * and subscription identifiers are available, topic aliases are not.
     */
    static MqttMessage accepted(ConnectRequest request, ClientName client, Limits limits) {
        MqttProperties properties = new MqttProperties();
        add(properties, MqttProperties.SESSION_EXPIRY_INTERVAL, 0);
        add(properties, MqttProperties.RECEIVE_MAXIMUM, RECEIVE_MAXIMUM);
        add(properties, MqttProperties.RETAIN_AVAILABLE, 0);
        add(properties, MqttProperties.MAXIMUM_PACKET_SIZE, limits.packetBytes());
        add(properties, MqttProperties.SHARED_SUBSCRIPTION_AVAILABLE, 0);
        if (request.clientId().isEmpty()) {
            properties.add(new StringProperty(MqttProperties.ASSIGNED_CLIENT_IDENTIFIER, client.clientId()));
        }
        if (request.keepAlive(limits) != request.keepAlive()) {
            add(properties, MqttProperties.SERVER_KEEP_ALIVE, request.keepAlive(limits));
        }
        return connack(MqttConnectReturnCode.CONNECTION_ACCEPTED, properties);
    }

    private static void add(MqttProperties properties, int property, int value) {
        properties.add(new IntegerProperty(property, value));
    }

    private static MqttMessage connack(MqttConnectReturnCode code, MqttProperties properties) {
        return MqttMessageBuilders.connAck()
                .returnCode(code)
                .properties(properties)
                .build();
    }

    /** @param reason Reason String; null: none */
    static MqttMessage suback(int packetId, List<Integer> codes, @Nullable String reason) {
        MqttProperties properties = new MqttProperties();
        if (reason != null) {
            properties.add(new StringProperty(MqttProperties.REASON_STRING, reason));
        }
        return new MqttSubAckMessage(
                header(MqttMessageType.SUBACK),
                new MqttMessageIdAndPropertiesVariableHeader(packetId, properties),
                new MqttSubAckPayload(codes));
    }

    static MqttMessage unsuback(int packetId, List<Short> codes) {
        return new MqttUnsubAckMessage(
                header(MqttMessageType.UNSUBACK),
                new MqttMessageIdAndPropertiesVariableHeader(packetId, MqttProperties.NO_PROPERTIES),
                new MqttUnsubAckPayload(codes));
    }

    /** PUBACK or PUBREC of a message that is not taken. */
    static MqttMessage notAuthorized(MqttMessageType type, int packetId) {
        return new MqttMessage(
                header(type),
                new MqttPubReplyMessageVariableHeader(
                        packetId, MqttReasonCodes.PubAck.NOT_AUTHORIZED.byteValue(), MqttProperties.NO_PROPERTIES));
    }

    static MqttMessage disconnect(MqttReasonCodes.Disconnect reason) {
        return new MqttMessage(
                header(MqttMessageType.DISCONNECT),
                new MqttReasonCodeAndPropertiesVariableHeader(reason.byteValue(), MqttProperties.NO_PROPERTIES));
    }

    private static MqttFixedHeader header(MqttMessageType type) {
        return new MqttFixedHeader(type, false, MqttQoS.AT_MOST_ONCE, false, 0);
    }
}
