package dev.mqttdq.key;

/** Builds a text and fails before it grows over the bound, so that no expression multiplies a large payload. */
final class BoundedText {

    /** In characters. */
    static final int MAX_LENGTH = 16 * 1024 * 1024;

    private final StringBuilder text = new StringBuilder();

    void append(String part) {
        append(part, 0, part.length());
    }

    void append(String source, int from, int to) {
        if (text.length() + (to - from) > MAX_LENGTH) {
            throw new KeyEvaluationException("a text is longer than " + MAX_LENGTH + " characters");
        }
        text.append(source, from, to);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
