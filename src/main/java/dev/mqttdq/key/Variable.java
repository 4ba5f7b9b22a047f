package dev.mqttdq.key;

import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.NearestName;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What an expression can read of a message, under the names EMQX uses. */
enum Variable implements Node.Text {
    FROM("from"),
    TOPIC("topic"),
    PAYLOAD("payload"),
    QOS("qos"),
    TIMESTAMP("timestamp"),
    ID("id"),
    RETAIN("flags", "retain"),
    USERNAME("headers", "username"),
    CONTENT_TYPE("headers", "properties", "Content-Type"),
    RESPONSE_TOPIC("headers", "properties", "Response-Topic"),
    CORRELATION_DATA("headers", "properties", "Correlation-Data"),
    MESSAGE_EXPIRY_INTERVAL("headers", "properties", "Message-Expiry-Interval"),
    PAYLOAD_FORMAT_INDICATOR("headers", "properties", "Payload-Format-Indicator");

    private static final String ROOT = "message";
    private static final List<String> USER_PROPERTY = List.of("headers", "properties", "User-Property");
    private static final String USER_PROPERTY_NAME = ROOT + "." + String.join(".", USER_PROPERTY) + ".<name>";
    private static final Map<List<String>, Variable> BY_PATH =
            Arrays.stream(values()).collect(Collectors.toMap(variable -> variable.path, Function.identity()));

    private final List<String> path;

    Variable(String... path) {
        this.path = List.of(path);
    }

    /** @param segments at least one */
    static Node.Text named(List<Token> segments) {
        List<String> names = segments.stream().map(Token::text).toList();
        List<String> path = names.subList(1, names.size());
        if (names.get(0).equals(ROOT)) {
            Variable known = BY_PATH.get(path);
            if (known != null) {
                return known;
            }
            if (path.size() >= USER_PROPERTY.size()
                    && path.subList(0, USER_PROPERTY.size()).equals(USER_PROPERTY)) {
                return userProperty(segments.subList(1 + USER_PROPERTY.size(), segments.size()), segments);
            }
        }
        throw unknown(segments.get(0).position(), names);
    }

    private static Node.Text userProperty(List<Token> rest, List<Token> all) {
        if (rest.isEmpty()) {
            throw new KeyExpressionException(
                    all.get(0).position(), "the user property is not named: " + USER_PROPERTY_NAME);
        }
        if (rest.size() > 1) {
            throw new KeyExpressionException(
                    rest.get(1).position(),
                    "a user property's name is one segment; quote it where it holds other than A-Z a-z 0-9 _ -");
        }
        String name = rest.get(0).text();
        return evaluation -> evaluation.userProperty(name);
    }

    private static KeyExpressionException unknown(int position, List<String> names) {
        String written = String.join(".", names);
        String full = names.get(0).equals(ROOT) ? written : ROOT + "." + written;
        List<String> known =
                Arrays.stream(values()).map(Variable::qualifiedName).collect(Collectors.toList());
        known.add(USER_PROPERTY_NAME);
        return new KeyExpressionException(
                position,
                "unknown variable '" + written + "', the nearest known one is '"
                        + NearestName.of(full, known).orElseThrow() + "'");
    }

    String qualifiedName() {
        return ROOT + "." + String.join(".", path);
    }

    @Override
    public String text(Evaluation evaluation) {
        MessageProperties properties = evaluation.message().properties();
        return switch (this) {
            case FROM -> told(evaluation, evaluation.context().fromProperty());
            case USERNAME -> told(evaluation, evaluation.context().usernameProperty());
            case TOPIC -> evaluation.message().topic();
            case PAYLOAD -> evaluation.payload();
            case QOS -> Integer.toString(evaluation.message().qos().value());
            case TIMESTAMP -> Long.toString(evaluation.message().arrivedAtMillis());
            case ID -> evaluation.context().messageId();
            case RETAIN -> Boolean.toString(evaluation.message().retain());
            case CONTENT_TYPE -> present(properties.contentType());
            case RESPONSE_TOPIC -> present(properties.responseTopic());
            case CORRELATION_DATA -> Utf8.decode(present(properties.correlationData()), qualifiedName());
            case MESSAGE_EXPIRY_INTERVAL -> present(properties.messageExpiry()).toString();
            case PAYLOAD_FORMAT_INDICATOR -> present(properties.payloadFormat()).toString();
        };
    }

    private String told(Evaluation evaluation, @Nullable String property) {
        if (property == null) {
            throw new KeyEvaluationException("the local broker does not tell " + qualifiedName());
        }
        return evaluation.userProperty(property);
    }

    private <T> T present(@Nullable T value) {
        if (value == null) {
            throw new KeyEvaluationException("the message has no " + qualifiedName());
        }
        return value;
    }
}
