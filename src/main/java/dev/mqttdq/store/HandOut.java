package dev.mqttdq.store;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which messages of a partition are with those who read, and which is due next. Not thread-safe. */
final class HandOut {

    private final SettledOffsets settled;
    /** Handed out and not ended, by offset. */
    private final TreeMap<Long, Held> held = new TreeMap<>();
    /** Due again; all lie before {@link #nextOffset}. */
    private final TreeSet<Long> released = new TreeSet<>();

    private long nextOffset;

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
    long next() {
        while (!released.isEmpty()) {
            long first = released.first();
            if (!settled.contains(first)) {
                return first;
            }
            released.remove(first);
        }
        nextOffset = settled.next(nextOffset);
        return nextOffset;
    }

    /** Notes that the next message is handed out. */
    void give(StoredRecord next) {
        held.put(next.offset(), new Held(next.size(), next.arrivedAtMillis(), next.key(), false));
        if (!released.remove(next.offset())) {
            nextOffset = next.offset() + 1;
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

    /** Makes a message that is handed out due again, in its place. */
    void release(long offset) {
        held.remove(offset);
        released.add(offset);
    }

    /** Makes all that are handed out due again. */
    void rewind() {
        held.clear();
        released.clear();
        nextOffset = settled.low();
    }
}
