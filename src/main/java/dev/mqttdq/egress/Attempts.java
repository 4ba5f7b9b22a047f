package dev.mqttdq.egress;

import dev.mqttdq.store.StoredMessage;
import java.util.List;
import java.util.TreeMap;

/**
 * What is known of the messages of a partition that failed before, by offset; it survives the connection, not the process.
 * What ends without a word, because the disk dropped it before it was read again, is forgotten when reading passes it over.
 * Belongs to the loop of the bridge's egress.
 */
final class Attempts {

    private final TreeMap<Long, Failed> failed = new TreeMap<>();
    private long readUpTo;

    /** @param notBefore on the loop's clock */
    private record Failed(int attempts, long notBefore) {}

    /** Which attempt the next one at this message is. */
    int next(long offset) {
        Failed before = failed.get(offset);
        return before == null ? 1 : before.attempts + 1;
    }

    /** For how long this message is not to be tried, in nanoseconds; nothing or less where it may be now. */
    long wait(long offset, long now) {
        Failed before = failed.get(offset);
        return before == null ? 0 : before.notBefore - now;
    }

    /** Notes that an attempt failed, and until when the next one waits. */
    void failed(long offset, int attempt, long notBefore) {
        failed.put(offset, new Failed(attempt, notBefore));
    }

    /** Forgets a message that has ended. */
    void ended(long offset) {
        failed.remove(offset);
    }

    /** Notes what the partition hands out, which is in order: what it passes over has ended. */
    void read(List<StoredMessage> messages) {
        for (StoredMessage message : messages) {
            failed.subMap(readUpTo, message.offset()).clear();
            readUpTo = message.offset() + 1;
        }
    }

    /** The partition hands all out again that has not ended. */
    void rewound() {
        readUpTo = 0;
    }
}
