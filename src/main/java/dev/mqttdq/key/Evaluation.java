package dev.mqttdq.key;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.UserProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One message on its way to its key. Used by one thread, once. */
final class Evaluation {

    private final BridgeMessage message;
    private final KeyContext context;
    private @Nullable String payload;

    Evaluation(BridgeMessage message, KeyContext context) {
        this.message = message;
        this.context = context;
    }

    BridgeMessage message() {
        return message;
    }

    KeyContext context() {
        return context;
    }

    /** The payload as text; decoded once, however often the expression names it. */
    String payload() {
        if (payload == null) {
            if (message.payload().length > BoundedText.MAX_LENGTH) {
                throw new KeyEvaluationException("the payload is longer than " + BoundedText.MAX_LENGTH + " bytes");
            }
            payload = Utf8.decode(message.payload(), "the payload");
        }
        return payload;
    }

    /** The last value of a user property: what a broker adds comes after what the publisher sent. */
    String userProperty(String name) {
        List<UserProperty> properties = message.properties().userProperties();
        for (int i = properties.size() - 1; i >= 0; i--) {
            if (properties.get(i).key().equals(name)) {
                return properties.get(i).value();
            }
        }
        throw new KeyEvaluationException("the message has no user property '" + name + "'");
    }
}
