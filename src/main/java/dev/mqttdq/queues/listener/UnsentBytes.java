package dev.mqttdq.queues.listener;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Bounds what waits for the sockets of all clients together, but for one small message of each: a few slow clients with large
 * messages do not hold up all others. Whoever found no room is told when there is some again. Thread-safe; nobody is called with
 * the lock held.
 */
final class UnsentBytes {

    /** What each client may always have waiting. */
    static final int SMALL = 16 * 1024;

    private final long limit;
    private final Set<Runnable> waiting = new LinkedHashSet<>();
    private long used;

    UnsentBytes(long limit) {
        this.limit = limit;
    }

    /**
     * Takes so many bytes; a message larger than everything gets through when nothing else waits.
     *
     * @param only whether nothing else waits for this client
     * @param roomAgain called once, from any thread, if there is no room now; the same object counts once
     */
    synchronized boolean take(int bytes, boolean only, Runnable roomAgain) {
        boolean always = only && bytes <= SMALL;
        if (used > 0 && used + bytes > limit && !always) {
            waiting.add(roomAgain);
            return false;
        }
        used += bytes;
        return true;
    }

    /** Gives back what was taken. */
    void release(int bytes) {
        List<Runnable> woken;
        synchronized (this) {
            used -= bytes;
            // Half empty: else every message sent would wake everybody.
            if (waiting.isEmpty() || used > limit / 2) {
                return;
            }
            woken = List.copyOf(waiting);
            waiting.clear();
        }
        woken.forEach(Runnable::run);
    }

    synchronized long used() {
        return used;
    }
}
