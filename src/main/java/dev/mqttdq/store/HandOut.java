package dev.mqttdq.store;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which messages of a partition are with those who read, and which is due next. Not thread-safe. */
final class HandOut {

    /** So many that are retried hold up what was never handed out: each is kept in memory. */
    private static final int MOST_RETRIED = 10_000;

    private final SettledOffsets settled;
    /** Handed out and not ended, by offset. */
    private final TreeMap<Long, Held> held = new TreeMap<>();
    /** Due again, in their places; all lie before {@link #nextOffset}. */
    private final TreeSet<Long> released = new TreeSet<>();
    /** Due again, by turns with those from {@link #nextOffset} on; in the order in which they came. */
    private final Set<Long> retried = new LinkedHashSet<>();
    /** What is released or retried. */
    private final TreeSet<Long> dueAgain = new TreeSet<>();

    private long nextOffset;
    private boolean retriedNext;

    /**
     * What is kept in memory of a message that is handed out.
     *
     * @param bytes what its record takes
     * @param superseded whether a newer message with its key was stored
     */
    record Held(int bytes, long arrivedAtMillis, @Nullable String key, boolean superseded) {}

    HandOut(SettledOffsets settled) {
        this.settled = settled;
        this.nextOffset = settled.low();
    }

    /** The lowest offset that is not handed out and has not ended; it may lie behind the last message. */
    long oldest() {
        Long again = first(dueAgain);
        return again == null ? neverHandedOut() : again;
    }

    /**
     * The offset that is to be handed out before all others; it may lie behind the last message.
     *
     * @param end behind the last message
     */
    long due(long end) {
        Long first = first(released);
        Long again = first == null ? first(retried) : first;
        if (again == null) {
            return neverHandedOut();
        }
        boolean now = first != null || retriedNext || retried.size() >= MOST_RETRIED || neverHandedOut() >= end;
        return now ? again : nextOffset;
    }

    private long neverHandedOut() {
        nextOffset = settled.next(nextOffset);
        return nextOffset;
    }

    /** The first that has not ended; null where there is none. */
    private @Nullable Long first(Set<Long> offsets) {
        while (!offsets.isEmpty()) {
            Long first = offsets.iterator().next();
            if (!settled.contains(first)) {
                return first;
            }
            noLongerDueAgain(first);
        }
        return null;
    }

    private void noLongerDueAgain(Long offset) {
        released.remove(offset);
        retried.remove(offset);
        dueAgain.remove(offset);
    }

    /** Notes that a message that is due is handed out. */
    void give(StoredRecord due) {
        long offset = due.offset();
        held.put(offset, new Held(due.size(), due.arrivedAtMillis(), due.key(), false));
        if (offset >= nextOffset) {
            nextOffset = offset + 1;
            retriedNext = true;
        } else {
            retriedNext = retriedNext && !retried.contains(offset);
            noLongerDueAgain(offset);
        }
    }

    /** What is known of a message that is handed out; null for any other. */
    @Nullable
    Held get(long offset) {
        return held.get(offset);
    }

    /** How many are handed out. */
    int size() {
        return held.size();
    }

    /** Takes back a message that has ended; null where it is not handed out. */
    @Nullable
    Held end(long offset) {
        return held.remove(offset);
    }

    /** Takes back the messages of {@code [from, to)}, which have ended, and tells how many they were. */
    int end(long from, long to) {
        Map<Long, Held> gone = held.subMap(from, to);
        int count = gone.size();
        gone.clear();
        return count;
    }

    /** Notes that a newer message with the same key is stored; false where this one is not handed out. */
    boolean supersede(long offset) {
        return held.computeIfPresent(
                        offset,
                        (same, message) -> new Held(message.bytes(), message.arrivedAtMillis(), message.key(), true))
                != null;
    }

    /** Those handed out that a newer message has superseded. */
    List<Long> superseded() {
        return held.entrySet().stream()
                .filter(entry -> entry.getValue().superseded())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Makes a message that is handed out due again. */
    void release(long offset, DueAgain when) {
        held.remove(offset);
        dueAgain.add(offset);
        switch (when) {
            case IN_ITS_PLACE -> released.add(offset);
            case BY_TURNS -> retried.add(offset);
        }
    }

    /** Makes all that are handed out due again. */
    void rewind() {
        held.clear();
        dueAgain.clear();
        released.clear();
        retried.clear();
        nextOffset = settled.low();
    }
}
