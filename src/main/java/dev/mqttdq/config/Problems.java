package dev.mqttdq.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Gathers every problem of a candidate, so that none hides another. Used by one thread. */
final class Problems {

    private static final int LONGEST_VALUE = 120;

    /** What precedes the last @ of a URL, or of an address when it has a colon. */
    private static final Pattern CREDENTIALS = Pattern.compile("^(.*://).*@|^()[^@]*:.*@");

    private final List<Problem> problems = new ArrayList<>();

    void add(String key, String allowed) {
        problems.add(new Problem(key, null, allowed));
    }

    void add(String key, @Nullable Object value, String allowed) {
        problems.add(new Problem(key, value == null ? null : shown(value.toString()), allowed));
    }

    void addAll(Problems others) {
        problems.addAll(others.problems);
    }

    /** Whether a problem of exactly this key is known. */
    boolean concern(String key) {
        return problems.stream().anyMatch(problem -> problem.key().equals(key));
    }

    List<Problem> list() {
        return problems.stream().distinct().toList();
    }

    void throwIfAny() {
        if (!problems.isEmpty()) {
            throw new InvalidConfigurationException(list());
        }
    }

    /** A value as it may appear in a log: on one line, not too long, without credentials of an address. */
    static String shown(String value) {
        StringBuilder shown = new StringBuilder();
        value.codePoints().limit(LONGEST_VALUE).forEach(c -> append(shown, c));
        if (value.codePointCount(0, value.length()) > LONGEST_VALUE) {
            shown.append('…');
        }
        return CREDENTIALS.matcher(shown).replaceFirst("$1" + Secret.MASK + "@");
    }

    private static void append(StringBuilder shown, int c) {
        switch (c) {
            case '\n' -> shown.append("\\n");
            case '\r' -> shown.append("\\r");
            case '\t' -> shown.append("\\t");
            default -> {
                if (Character.isISOControl(c)) {
                    shown.append(String.format("\\u%04x", c));
                } else {
                    shown.appendCodePoint(c);
                }
            }
        }
    }
}
