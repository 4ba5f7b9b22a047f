package dev.mqttdq.session;

import dev.mqttdq.message.MessageProperties;
import java.io.DataOutputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.packet.MqttDataTypes;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;
import org.jspecify.annotations.Nullable;

/** Message properties to and from the MQTT 5 client. */
final class V5Properties {

    private V5Properties() {}

    /** The client's sending thread dies of what it cannot encode, and with it the connection. */
    static boolean isEncodable(OutboundPublish publish) {
        MessageProperties properties = publish.properties();
        Stream<@Nullable String> texts = Stream.concat(
                Stream.of(publish.topic(), properties.contentType(), properties.responseTopic()),
                properties.userProperties().stream().flatMap(property -> Stream.of(property.key(), property.value())));
        try {
            for (String text : texts.filter(Objects::nonNull).toList()) {
                MqttDataTypes.encodeUTF8(new DataOutputStream(OutputStream.nullOutputStream()), text);
            }
            return true;
        } catch (IllegalArgumentException | MqttException e) {
            return false;
        }
    }

    /** For sending. */
    static MqttProperties toPaho(MessageProperties source) {
        MqttProperties target = new MqttProperties();
        if (source.isEmpty()) {
            return target;
        }
        Integer payloadFormat = source.payloadFormat();
        if (payloadFormat != null) {
            target.setPayloadFormat(payloadFormat == 1);
        }
        target.setMessageExpiryInterval(source.messageExpiry());
        target.setContentType(source.contentType());
        target.setResponseTopic(source.responseTopic());
        target.setCorrelationData(source.correlationData());
        target.setUserProperties(source.userProperties().stream()
                .map(property -> new UserProperty(property.key(), property.value()))
                .toList());
        return target;
    }

    /** As received. */
    static MessageProperties fromPaho(MqttProperties source) {
        List<dev.mqttdq.message.UserProperty> userProperties = source.getUserProperties().stream()
                .map(property -> new dev.mqttdq.message.UserProperty(property.getKey(), property.getValue()))
                .toList();
        MessageProperties properties = new MessageProperties(
                source.getPayloadFormat() ? 1 : null,
                source.getMessageExpiryInterval(),
                source.getContentType(),
                source.getResponseTopic(),
                source.getCorrelationData(),
                userProperties);
        return properties.isEmpty() ? MessageProperties.NONE : properties;
    }
}
