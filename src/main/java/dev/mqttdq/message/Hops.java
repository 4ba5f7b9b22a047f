package dev.mqttdq.message;

import java.util.ArrayList;
import java.util.List;

/**
 * How often a message was forwarded by a bridge that counts, in the user property {@value #PROPERTY}. Bridges that face each
 * other recognise by it what they have forwarded already; it needs MQTT 5 all the way.
 */
public final class Hops {

    /** The user property's key; its value is a decimal number. */
    public static final String PROPERTY = "mqtt-dq-hops";

    private static final int MAX_DIGITS = 9;

    private Hops() {}

    /** The count of a message; 0 where there is none, or none that can be read. */
    public static int of(MessageProperties properties) {
        for (UserProperty property : properties.userProperties()) {
            if (property.key().equals(PROPERTY)) {
                return parse(property.value());
            }
        }
        return 0;
    }

    private static int parse(String value) {
        boolean digits = !value.isEmpty()
                && value.length() <= MAX_DIGITS
                && value.chars().allMatch(character -> character >= '0' && character <= '9');
        return digits ? Integer.parseInt(value) : 0;
    }

    /** The same properties with the count one higher; all others in their order. */
    public static MessageProperties counted(MessageProperties properties) {
        List<UserProperty> counted = new ArrayList<>(properties.userProperties());
        counted.removeIf(property -> property.key().equals(PROPERTY));
        counted.add(new UserProperty(PROPERTY, Integer.toString(of(properties) + 1)));
        return new MessageProperties(
                properties.payloadFormat(),
                properties.messageExpiry(),
                properties.contentType(),
                properties.responseTopic(),
                properties.correlationData(),
                counted);
    }
}
