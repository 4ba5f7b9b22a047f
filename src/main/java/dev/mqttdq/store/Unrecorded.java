package dev.mqttdq.store;

import java.util.HashMap;
import java.util.Map;

/** How many messages have ended without a record of it on disk, and how. Not thread-safe. */
final class Unrecorded {

    private final Map<Settlement, Long> ended = new HashMap<>();
    private long buffered;
    private long handedOut;

    /** Adds messages that had been handed out. */
    void addHandedOut(Settlement settlement, long count) {
        ended.merge(settlement, count, Long::sum);
        handedOut += count;
    }

    /** Adds messages that had not been handed out. */
    void addBuffered(Settlement settlement, long count) {
        ended.merge(settlement, count, Long::sum);
        buffered += count;
    }

    boolean isEmpty() {
        return buffered + handedOut == 0;
    }

    /** How many had not been handed out. */
    long buffered() {
        return buffered;
    }

    /** How many had been handed out. */
    long handedOut() {
        return handedOut;
    }

    /** They are recorded now: counts and forgets them. */
    void recorded(QueueCounters counters) {
        ended.forEach(counters::settled);
        ended.clear();
        buffered = 0;
        handedOut = 0;
    }
}
