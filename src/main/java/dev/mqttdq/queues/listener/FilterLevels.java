package dev.mqttdq.queues.listener;

import java.util.Arrays;
import java.util.List;

/**
 * A topic filter as a set of topics (MQTT 5.0 section 4.7), to be compared with other filters rather than with topics: whether
 * one may subscribe is a question about all the topics that the subscription takes.
 */
final class FilterLevels {

    private static final String ALL = "#";
    private static final String ONE = "+";

    private final List<String> levels;

    FilterLevels(String filter) {
        levels = Arrays.asList(filter.split("/", -1));
    }

    /** Whether every topic of the other filter is one of this filter; false where that is not plain to see. */
    boolean covers(FilterLevels other) {
        if (isHiddenFrom(other)) {
            return false;
        }
        for (int i = 0; i < levels.size(); i++) {
            String level = levels.get(i);
            if (level.equals(ALL)) {
                return true;
            }
            if (i == other.levels.size()) {
                return false;
            }
            String asked = other.levels.get(i);
            if (asked.equals(ALL) || !(level.equals(ONE) || level.equals(asked))) {
                return false;
            }
        }
        return levels.size() == other.levels.size();
    }

    /** Whether some topic belongs to both. */
    boolean overlaps(FilterLevels other) {
        if (isHiddenFrom(other) || other.isHiddenFrom(this)) {
            return false;
        }
        int common = Math.min(levels.size(), other.levels.size());
        for (int i = 0; i < common; i++) {
            String mine = levels.get(i);
            String theirs = other.levels.get(i);
            if (mine.equals(ALL) || theirs.equals(ALL)) {
                return true;
            }
            if (!mine.equals(ONE) && !theirs.equals(ONE) && !mine.equals(theirs)) {
                return false;
            }
        }
        // "a/#" also takes "a" (4.7.1.2)
        return rest(common).equals(other.rest(common))
                || rest(common).equals(List.of(ALL))
                || other.rest(common).equals(List.of(ALL));
    }

    private List<String> rest(int from) {
        return levels.subList(from, levels.size());
    }

    /** A wildcard at the beginning takes no {@code $…} topic (4.7.2). */
    private boolean isHiddenFrom(FilterLevels other) {
        String first = levels.get(0);
        return (first.equals(ALL) || first.equals(ONE)) && other.levels.get(0).startsWith("$");
    }
}
