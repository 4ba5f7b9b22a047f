package dev.mqttdq.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What other threads ask of a partition's thread, in order. As large as those who ask let it become; they bound what they
 * have under way. Thread-safe.
 */
final class Inbox {

    private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<Runnable> requests = new ArrayDeque<>();
    private boolean closed;

    /** Adds a request; false where the inbox is closed. */
    boolean offer(Runnable request) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            requests.add(request);
            changed.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Takes what there is; waits for something, the closing or the end of the time. */
    List<Runnable> take(long nanos) {
        lock.lock();
        try {
            await(nanos);
            List<Runnable> taken = new ArrayList<>(requests);
            requests.clear();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Takes no more requests. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Whether nothing will come any more. */
    boolean isDone() {
        lock.lock();
        try {
            return closed && requests.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    private void await(long nanos) {
        try {
            long left = nanos;
            while (requests.isEmpty() && !closed && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            // The partition's thread is nobody's to interrupt: an interrupt would close the files under it.
            LOG.debug("an interrupt of a partition's thread is ignored", e);
        }
    }
}
