package dev.mqttdq.key;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The way to a value inside JSON.
 *
 * <pre>
 * path  = ( name | index ) { '.' name | index }
 * name  = characters other than . [ ] ' "  |  quoted
 * index = '[' digits ']'
 * </pre>
 *
 * A name of digits is an index as well, where it meets an array.
 */
final class JsonPath {

    private static final Pattern INDEX = Pattern.compile("[0-9]{1,9}");
    private static final String SIGNS = ".[]'\"";

    private final String text;
    private final int column;
    private final List<Step> steps = new ArrayList<>();
    private int at;

    private JsonPath(String text, int column) {
        this.text = text;
        this.column = column;
    }

    /**
     * One step downwards.
     *
     * @param index from 0; -1 where the name is no number
     */
    record Step(String name, int index) {}

    /** @param literal its text begins after the quote */
    static List<Step> parse(Argument literal) {
        JsonPath path = new JsonPath(literal.literal("the path"), literal.position() + 1);
        path.read();
        return List.copyOf(path.steps);
    }

    private void read() {
        if (!startsWith('[')) {
            steps.add(name());
        }
        while (at < text.length()) {
            if (startsWith('.')) {
                at++;
                steps.add(name());
            } else if (startsWith('[')) {
                steps.add(index());
            } else {
                throw error("'.' or '[' is expected in the path");
            }
        }
    }

    private Step name() {
        if (startsWith('"') || startsWith('\'')) {
            int end = text.indexOf(text.charAt(at), at + 1);
            if (end < 0) {
                throw error("the quote in the path is never closed");
            }
            return step(end, 1);
        }
        int end = at;
        while (end < text.length() && SIGNS.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        if (end == at) {
            throw error("a name is expected in the path");
        }
        return step(end, 0);
    }

    private Step index() {
        int end = text.indexOf(']', at);
        if (end < 0 || !INDEX.matcher(text.substring(at + 1, end)).matches()) {
            throw error("an index from 0 is expected in the path, as [0]");
        }
        return step(end, 1);
    }

    /** @param margin how many signs stand before and behind the name */
    private Step step(int end, int margin) {
        String name = text.substring(at + margin, end);
        at = end + margin;
        return new Step(name, INDEX.matcher(name).matches() ? Integer.parseInt(name) : -1);
    }

    private boolean startsWith(char sign) {
        return at < text.length() && text.charAt(at) == sign;
    }

    private KeyExpressionException error(String problem) {
        return new KeyExpressionException(column + at, problem);
    }
}
