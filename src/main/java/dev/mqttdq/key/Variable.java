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
    FROM("message.from"),
    TOPIC("message.topic"),
    PAYLOAD("message.payload"),
    QOS("message.qos"),
    TIMESTAMP("message.timestamp"),
    ID("message.id"),
    RETAIN("message.flags.retain"),
    USERNAME("message.headers.username"),
    CONTENT_TYPE("message.headers.properties.Content-Type"),
    RESPONSE_TOPIC("message.headers.properties.Response-Topic"),
    CORRELATION_DATA("message.headers.properties.Correlation-Data"),
    MESSAGE_EXPIRY_INTERVAL("message.headers.properties.Message-Expiry-Interval"),
    PAYLOAD_FORMAT_INDICATOR("message.headers.properties.Payload-Format-Indicator");

    private static final String ROOT = "message";
    private static final List<String> USER_PROPERTY = List.of(ROOT, "headers", "properties", "User-Property");
    private static final String USER_PROPERTY_NAME = String.join(".", USER_PROPERTY) + ".<name>";
    private static final Map<List<String>, Variable> BY_SEGMENTS = Arrays.stream(values())
            .collect(Collectors.toMap(
                    variable -> List.of(variable.qualifiedName.split("\\.", -1)), Function.identity()));

    private final String qualifiedName;

    Variable(String qualifiedName) {
        this.qualifiedName = qualifiedName;
    }

    /** @param segments at least one */
    static Node.Text named(List<Token> segments) {
        List<String> names = segments.stream().map(Token::text).toList();
        Variable known = BY_SEGMENTS.get(names);
        if (known != null) {
            return known;
        }
        int prefix = USER_PROPERTY.size();
        if (names.size() >= prefix && names.subList(0, prefix).equals(USER_PROPERTY)) {
            return userProperty(segments.subList(prefix, segments.size()), segments.get(0));
        }
        throw unknown(segments.get(0).position(), names);
    }

    private static Node.Text userProperty(List<Token> rest, Token first) {
        if (rest.isEmpty()) {
            throw new KeyExpressionException(first.position(), "the user property is not named: " + USER_PROPERTY_NAME);
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
        return qualifiedName;
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
            case CORRELATION_DATA -> Utf8.decode(present(properties.correlationData()), qualifiedName);
            case MESSAGE_EXPIRY_INTERVAL -> present(properties.messageExpiry()).toString();
            case PAYLOAD_FORMAT_INDICATOR -> present(properties.payloadFormat()).toString();
        };
    }

    private String told(Evaluation evaluation, @Nullable String property) {
        if (property == null) {
            throw new KeyEvaluationException("the local broker does not tell " + qualifiedName);
        }
        return evaluation.userProperty(property);
    }

    private <T> T present(@Nullable T value) {
        if (value == null) {
            throw new KeyEvaluationException("the message has no " + qualifiedName);
        }
        return value;
    }
}
