package dev.mqttdq.queues.listener;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Bounds what waits for the sockets of all clients together. Whoever found no room is told when there is some again.
 * Thread-safe; nobody is called with the lock held.
 */
final class UnsentBytes {

    private final long limit;
    private final Set<Runnable> waiting = new LinkedHashSet<>();
    private long used;

    UnsentBytes(long limit) {
        this.limit = limit;
    }

    /**
     * Takes so many bytes; a message larger than everything gets through when nothing else waits.
     *
     * @param roomAgain called once, from any thread, if there is no room now; the same object counts once
     */
    synchronized boolean take(int bytes, Runnable roomAgain) {
        if (used > 0 && used + bytes > limit) {
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
