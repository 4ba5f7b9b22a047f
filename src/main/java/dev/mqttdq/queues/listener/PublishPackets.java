package dev.mqttdq.queues.listener;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import dev.mqttdq.message.UserProperty;
import dev.mqttdq.queues.Delivery;
import dev.mqttdq.queues.listener.QueueSubscription.Options;
import dev.mqttdq.session.OutboundPublish;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.mqtt.MqttFixedHeader;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.BinaryProperty;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;
import io.netty.handler.codec.mqtt.MqttProperties.StringProperty;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttPublishVariableHeader;
import io.netty.handler.codec.mqtt.MqttQoS;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes PUBLISH packets (MQTT 5.0 section 3.3) of what queues deliver. */
final class PublishPackets {

    /** How often a message has been sent to anybody, this time included; only from the second time on. */
    static final String DELIVERIES = "mqtt-dq-deliveries";

    /** The identifier's property, and what the lengths before it may grow by. */
    private static final int IDENTIFIER_BYTES = 5 + 2;

    private PublishPackets() {}

    /**
     * The message as the client is to get it. The retain flag means a retained message where a client has not asked for it as
     * published, and a queue delivers none of these (3.3.1.3).
     */
    static OutboundPublish publish(Delivery delivery, Options options) {
        BridgeMessage message = delivery.message();
        return new OutboundPublish(
                message.topic(),
                message.payload(),
                Qos.AT_LEAST_ONCE,
                message.retain() && options.retainAsPublished(),
                delivery.attempt() > 1 ? counted(message.properties(), delivery.attempt()) : message.properties());
    }

    private static MessageProperties counted(MessageProperties properties, int attempt) {
        List<UserProperty> counted = new ArrayList<>(properties.userProperties());
        counted.add(new UserProperty(DELIVERIES, Integer.toString(attempt)));
        return new MessageProperties(
                properties.payloadFormat(),
                properties.messageExpiry(),
                properties.contentType(),
                properties.responseTopic(),
                properties.correlationData(),
                counted);
    }

    /** The size of its packet in MQTT 5, or a few bytes more. */
    static long size(OutboundPublish publish, Options options) {
        return publish.packetSize() + (options.identifier() == 0 ? 0 : IDENTIFIER_BYTES);
    }

    /** DUP stays 0: it is about what this client was sent on this connection, and that is never repeated (3.3.1.1). */
    static MqttMessage packet(OutboundPublish publish, int packetId, Options options) {
        MqttFixedHeader header =
                new MqttFixedHeader(MqttMessageType.PUBLISH, false, MqttQoS.AT_LEAST_ONCE, publish.retain(), 0);
        return new MqttPublishMessage(
                header,
                new MqttPublishVariableHeader(
                        publish.topic(), packetId, properties(publish.properties(), options.identifier())),
                Unpooled.wrappedBuffer(publish.payload()));
    }

    private static MqttProperties properties(MessageProperties properties, int identifier) {
        MqttProperties packed = new MqttProperties();
        Integer payloadFormat = properties.payloadFormat();
        if (payloadFormat != null && payloadFormat != 0) {
            // 0 is the default and not sent.
            packed.add(new IntegerProperty(MqttProperties.PAYLOAD_FORMAT_INDICATOR, payloadFormat));
        }
        Long expiry = properties.messageExpiry();
        if (expiry != null) {
            packed.add(new IntegerProperty(MqttProperties.PUBLICATION_EXPIRY_INTERVAL, (int) (long) expiry));
        }
        add(packed, MqttProperties.CONTENT_TYPE, properties.contentType());
        add(packed, MqttProperties.RESPONSE_TOPIC, properties.responseTopic());
        byte[] correlationData = properties.correlationData();
        if (correlationData != null) {
            packed.add(new BinaryProperty(MqttProperties.CORRELATION_DATA, correlationData));
        }
        for (UserProperty property : properties.userProperties()) {
            packed.add(new MqttProperties.UserProperty(property.key(), property.value()));
        }
        if (identifier != 0) {
            packed.add(new IntegerProperty(MqttProperties.SUBSCRIPTION_IDENTIFIER, identifier));
        }
        return packed;
    }

    private static void add(MqttProperties packed, int property, @Nullable String value) {
        if (value != null) {
            packed.add(new StringProperty(property, value));
        }
    }
}
