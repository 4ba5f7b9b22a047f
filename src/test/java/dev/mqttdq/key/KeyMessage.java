package dev.mqttdq.key;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import dev.mqttdq.message.UserProperty;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A message whose key is asked for, built step by step. */
final class KeyMessage {

    static final String CLIENT_ID_PROPERTY = "broker-clientid";
    static final String USERNAME_PROPERTY = "broker-username";

    private String topic = "t/1";
    private byte[] payload = new byte[0];
    private MessageProperties properties = MessageProperties.NONE;
    private final List<UserProperty> userProperties = new ArrayList<>();

    static KeyMessage message() {
        return new KeyMessage();
    }

    KeyMessage topic(String name) {
        topic = name;
        return this;
    }

    KeyMessage payload(String text) {
        return payload(text.getBytes(StandardCharsets.UTF_8));
    }

    KeyMessage payload(byte... bytes) {
        payload = bytes;
        return this;
    }

    /** Sets all but the user properties. */
    KeyMessage properties(MessageProperties all) {
        properties = all;
        return this;
    }

    KeyMessage userProperty(String key, String value) {
        userProperties.add(new UserProperty(key, value));
        return this;
    }

    /** The key, where the broker tells nothing of the publisher unless a user property does. */
    String key(String expression) {
        return key(expression, new KeyContext(CLIENT_ID_PROPERTY, USERNAME_PROPERTY, "id-1"));
    }

    String key(String expression, KeyContext context) {
        return KeyExpression.parse(expression).evaluate(build(), context);
    }

    @SuppressWarnings("NullAway") // does not see the annotation of an array in a class file
    private BridgeMessage build() {
        return new BridgeMessage(
                topic,
                payload,
                Qos.AT_LEAST_ONCE,
                false,
                1_759_238_376_252L,
                new MessageProperties(
                        properties.payloadFormat(),
                        properties.messageExpiry(),
                        properties.contentType(),
                        properties.responseTopic(),
                        properties.correlationData(),
                        userProperties));
    }
}
