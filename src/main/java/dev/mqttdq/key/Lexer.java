package dev.mqttdq.key;

/** Cuts an expression into tokens. A quoted text ends at the next quote of its kind and knows no escapes, so a regular expression is written as it is. */
final class Lexer {

    private final String text;
    private int at;

    Lexer(String text) {
        this.text = text;
    }

    /** The next one; {@link Token.Type#END} for ever after the last. */
    Token next() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        if (at == text.length()) {
            return new Token(Token.Type.END, "", at + 1);
        }
        return switch (text.charAt(at)) {
            case '.' -> sign(Token.Type.DOT);
            case ',' -> sign(Token.Type.COMMA);
            case '(' -> sign(Token.Type.OPEN);
            case ')' -> sign(Token.Type.CLOSE);
            case '\'', '"' -> quoted();
            default -> word();
        };
    }

    private Token sign(Token.Type type) {
        Token token = new Token(type, text.substring(at, at + 1), at + 1);
        at++;
        return token;
    }

    private Token quoted() {
        int end = text.indexOf(text.charAt(at), at + 1);
        if (end < 0) {
            throw new KeyExpressionException(at + 1, "the quote is never closed");
        }
        Token token = new Token(Token.Type.QUOTED, text.substring(at + 1, end), at + 1);
        at = end + 1;
        return token;
    }

    private Token word() {
        int start = at;
        while (at < text.length() && isWordCharacter(text.charAt(at))) {
            at++;
        }
        if (at == start) {
            throw new KeyExpressionException(at + 1, "unexpected character " + shown(text.codePointAt(at)));
        }
        return new Token(Token.Type.WORD, text.substring(start, at), start + 1);
    }

    private static boolean isWordCharacter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-';
    }

    /** Control characters do not go into logs as they are. */
    private static String shown(int codePoint) {
        return codePoint > ' ' && codePoint < 0x7F
                ? "'" + Character.toString(codePoint) + "'"
                : String.format("U+%04X", codePoint);
    }
}
