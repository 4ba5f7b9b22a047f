package dev.mqttdq.config;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with a configuration. Never holds a secret.
 *
 * @param key where, as in {@code bridges.to-cloud.pool_size}
 * @param value what stands there, shortened and without control characters; null where there is nothing to show
 * @param allowed what may stand there, in words that follow the key
 */
public record Problem(String key, @Nullable String value, String allowed) {

    /** All problems, one a line. */
    static String lines(List<Problem> problems) {
        return problems.stream().map(problem -> "  - " + problem).collect(Collectors.joining("\n"));
    }

    /** The problem as one line. */
    @Override
    public String toString() {
        return key + ": " + allowed + (value == null ? "" : ", not '" + value + "'");
    }
}
