package dev.mqttdq.key;

/**
 * A word of an expression.
 *
 * @param text as written; of a quoted one, what is between the quotes
 * @param position the column of its first character, from 1
 */
record Token(Type type, String text, int position) {

    enum Type {
        /** Letters, digits, {@code _} and {@code -}: a name, a segment or an integer. */
        WORD,
        QUOTED,
        DOT,
        COMMA,
        OPEN,
        CLOSE,
        END
    }

    boolean is(Type wanted) {
        return type == wanted;
    }

    /** How to speak of it in an error. */
    String shown() {
        return switch (type) {
            case END -> "the end";
            case QUOTED -> "a literal";
            default -> "'" + text + "'";
        };
    }
}
