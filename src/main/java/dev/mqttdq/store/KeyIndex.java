package dev.mqttdq.store;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The newest message of each key that has not ended. Takes about 100 bytes and the key for each. Not thread-safe; owned by
 * the partition's thread.
 */
final class KeyIndex {

    private final Map<String, Newest> newest = new HashMap<>();

    /**
     * The newest message of a key.
     *
     * @param bytes what its record takes
     */
    record Newest(long offset, int bytes) {}

    /** Notes a message that is newer than all others; tells the one that was the newest of its key. */
    @Nullable
    Newest put(String key, long offset, int bytes) {
        return newest.put(key, new Newest(offset, bytes));
    }

    /** Forgets a message that has ended. */
    void remove(@Nullable String key, long offset) {
        Newest known = key == null ? null : newest.get(key);
        if (known != null && known.offset() == offset) {
            newest.remove(key);
        }
    }

    /** Forgets the messages of {@code [from, to)}. */
    void remove(long from, long to) {
        newest.values().removeIf(known -> known.offset() >= from && known.offset() < to);
    }
}
