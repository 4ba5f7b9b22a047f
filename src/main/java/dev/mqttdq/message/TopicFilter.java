package dev.mqttdq.message;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A valid topic filter (MQTT 5.0 section 4.7), never a shared subscription.
 *
 * @param value the filter as configured
 */
public record TopicFilter(String value) {

    /** The longest UTF-8 string MQTT can carry, in bytes (section 1.5.4). */
    public static final int MAX_BYTES = 65_535;

    private static final String SHARED = "$share/";

    public TopicFilter {
        problemOf(value).ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
    }

    /** What is wrong with a filter, in words that follow its name; empty where it is valid. */
    public static Optional<String> problemOf(String filter) {
        if (filter.isEmpty()) {
            return Optional.of("must not be empty");
        }
        if (filter.startsWith(SHARED) || filter.equals("$share")) {
            return Optional.of(
                    "must not be a shared subscription ($share/…): each bridge and queue has a session of its own");
        }
        if (filter.indexOf('\0') >= 0) {
            return Optional.of("must not contain the character U+0000");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(filter)) {
            return Optional.of("must be valid UTF-8");
        }
        if (filter.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            return Optional.of("must not be longer than 65535 bytes");
        }
        String[] levels = filter.split("/", -1);
        for (int i = 0; i < levels.length; i++) {
            String level = levels[i];
            if (level.contains("#") && (!level.equals("#") || i != levels.length - 1)) {
                return Optional.of("may contain '#' only as its whole last level");
            }
            if (level.contains("+") && !level.equals("+")) {
                return Optional.of("may contain '+' only as a whole level");
            }
        }
        return Optional.empty();
    }

    /** Whether a topic name falls under this filter; one that starts with a wildcard takes no {@code $…} topic (4.7.2). */
    public boolean matches(String topic) {
        if (topic.startsWith("$") && (value.startsWith("#") || value.startsWith("+"))) {
            return false;
        }
        int f = 0;
        int t = 0;
        while (true) {
            int filterEnd = end(value, f);
            String level = value.substring(f, filterEnd);
            if (level.equals("#")) {
                return true;
            }
            int topicEnd = end(topic, t);
            if (!level.equals("+") && !level.equals(topic.substring(t, topicEnd))) {
                return false;
            }
            boolean filterDone = filterEnd == value.length();
            boolean topicDone = topicEnd == topic.length();
            if (topicDone) {
                // "a/#" also takes "a" (4.7.1.2)
                return filterDone || value.substring(filterEnd).equals("/#");
            }
            if (filterDone) {
                return false;
            }
            f = filterEnd + 1;
            t = topicEnd + 1;
        }
    }

    private static int end(String levels, int from) {
        int slash = levels.indexOf('/', from);
        return slash < 0 ? levels.length() : slash;
    }
}
