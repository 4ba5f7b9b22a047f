package dev.mqttdq.hocon;

import dev.mqttdq.config.ConfigSyntaxException;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a tree in which something contains itself, or which references have blown up: whoever walks through it later would
 * not come back. Used once.
 */
final class TreeLimits {

    /** As YAML's own limit. */
    private static final int DEPTH = 50;

    private static final int VALUES = 1_000_000;

    private int values;

    private TreeLimits() {}

    static void check(Map<?, ?> tree) throws ConfigSyntaxException {
        new TreeLimits().check(tree, 1);
    }

    static ConfigSyntaxException tooDeep() {
        return new ConfigSyntaxException("must not be nested more than " + DEPTH + " deep, nor contain itself");
    }

    private void check(@Nullable Object value, int depth) throws ConfigSyntaxException {
        if (++values > VALUES) {
            throw new ConfigSyntaxException("must not have more than " + VALUES + " values");
        }
        if (depth > DEPTH) {
            throw tooDeep();
        }
        if (value instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                if (entry.getKey() instanceof Map<?, ?> || entry.getKey() instanceof Collection<?>) {
                    throw new ConfigSyntaxException("must not have maps or lists as keys");
                }
                check(entry.getValue(), depth + 1);
            }
        } else if (value instanceof Collection<?> list) {
            for (Object element : list) {
                check(element, depth + 1);
            }
        }
    }
}
