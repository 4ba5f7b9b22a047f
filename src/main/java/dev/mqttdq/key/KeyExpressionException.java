package dev.mqttdq.key;

/** A text is no key expression. The message names the column, what stands there and what is allowed. */
public final class KeyExpressionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int position;

    KeyExpressionException(int position, String problem) {
        super("column " + position + ": " + problem);
        this.position = position;
    }

    /** The column of the first character that is wrong, from 1; one past the end where something is missing there. */
    public int position() {
        return position;
    }
}
