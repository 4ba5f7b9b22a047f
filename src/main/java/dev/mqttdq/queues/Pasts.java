package dev.mqttdq.queues;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers messages that were delivered and not consumed, by offset. Of more than {@link #MOST} the longest known are
 * forgotten and count as never delivered; a restart forgets all. Belongs to the queue's loop.
 */
final class Pasts {

    static final int MOST = 100_000;

    private final Map<Long, Past> byOffset = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Past> eldest) {
            return size() > MOST;
        }
    };

    Past of(long offset) {
        return byOffset.getOrDefault(offset, Past.NONE);
    }

    void remember(long offset, Past past) {
        byOffset.put(offset, past);
    }

    /** The message is due to anyone again. */
    void dueToAnyone(long offset) {
        byOffset.computeIfPresent(offset, (same, past) -> past.dueToAnyone());
    }

    void forget(long offset) {
        byOffset.remove(offset);
    }
}
