package dev.mqttdq.key;

import dev.mqttdq.message.BridgeMessage;
import org.jspecify.annotations.Nullable;

/**
 * How a last-value queue takes its key from a message. Immutable and thread-safe; two are equal if their texts are.
 *
 * <p>The same message and context always give the same key. Evaluation costs at most time and memory in proportion to
 * the message, never calls anything outside, and ends with a key, possibly empty, or a {@link KeyEvaluationException}.
 */
public final class KeyExpression {

    /** The longest expression, in characters. */
    public static final int MAX_LENGTH = 1024;

    /** The longest key, in bytes of UTF-8. */
    public static final int MAX_KEY_BYTES = 64 * 1024;

    private final String text;
    private final Node.Text root;
    private final boolean usesPublisher;

    private KeyExpression(String text, Node.Text root, boolean usesPublisher) {
        this.text = text;
        this.root = root;
        this.usesPublisher = usesPublisher;
    }

    /** @throws KeyExpressionException if it is no expression; says where and why */
    public static KeyExpression parse(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new KeyExpressionException(
                    MAX_LENGTH + 1, "the expression is longer than " + MAX_LENGTH + " characters");
        }
        Parser parser = new Parser(text);
        Node.Text root = parser.parse();
        return new KeyExpression(text, root, parser.usesPublisher());
    }

    /**
     * The key of a message, at most {@link #MAX_KEY_BYTES} long.
     *
     * @throws KeyEvaluationException if a variable or function yields nothing, or a bound is exceeded
     */
    public String evaluate(BridgeMessage message, KeyContext context) {
        String key = root.text(new Evaluation(message, context));
        if (key.length() > MAX_KEY_BYTES || Utf8.encode(key).remaining() > MAX_KEY_BYTES) {
            throw new KeyEvaluationException("the key is longer than " + MAX_KEY_BYTES + " bytes");
        }
        return key;
    }

    /** The expression as it was written. */
    public String text() {
        return text;
    }

    /**
     * Whether it names the publisher's client id or user name ({@code message.from},
     * {@code message.headers.username}), which only some local brokers tell.
     */
    public boolean usesPublisher() {
        return usesPublisher;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KeyExpression expression && text.equals(expression.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
