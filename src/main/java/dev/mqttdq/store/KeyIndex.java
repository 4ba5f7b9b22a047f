package dev.mqttdq.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The newest message of each key that has not ended. Takes about 100 bytes for each, however long the key: of that only a part
 * of its SHA-256 is kept, long enough that no two keys share it. Not thread-safe; owned by the partition's thread.
 */
final class KeyIndex {

    private final Map<Hash, Newest> newest = new HashMap<>();
    private final MessageDigest digest;

    KeyIndex() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private record Hash(long high, long low) {}

    private Hash hash(String key) {
        ByteBuffer hash = ByteBuffer.wrap(digest.digest(key.getBytes(StandardCharsets.UTF_8)));
        return new Hash(hash.getLong(), hash.getLong());
    }

    /**
     * The newest message of a key.
     *
     * @param bytes what its record takes
     */
    record Newest(long offset, int bytes) {}

    /** Notes a message that is newer than all others; tells the one that was the newest of its key. */
    @Nullable
    Newest put(String key, long offset, int bytes) {
        return newest.put(hash(key), new Newest(offset, bytes));
    }

    /** Forgets a message that has ended. */
    void remove(@Nullable String key, long offset) {
        if (key == null) {
            return;
        }
        Hash hash = hash(key);
        Newest known = newest.get(hash);
        if (known != null && known.offset() == offset) {
            newest.remove(hash);
        }
    }

    /** Forgets the messages of {@code [from, to)}. */
    void remove(long from, long to) {
        newest.values().removeIf(known -> known.offset() >= from && known.offset() < to);
    }
}
