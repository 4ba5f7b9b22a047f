package dev.mqttdq.session;

/**
 * How many bytes have come in and are not yet stored: what a bridge holds in memory outside the disk. One for all
 * connections of a bridge's session, so that a new connection does not begin with an empty account. Thread-safe.
 */
public final class HandOver {

    private final long limit;
    private long held;
    private boolean shut;

    /** @param limit bytes from which on nothing more is read from the broker */
    public HandOver(long limit) {
        this.limit = limit;
    }

    /** Adds a message that came in. */
    public synchronized void take(long bytes) {
        held += bytes;
    }

    /** Takes off a message that is stored or given up. */
    public synchronized void release(long bytes) {
        boolean wasFull = held >= limit;
        held -= bytes;
        if (wasFull && held < limit) {
            notifyAll();
        }
    }

    /** From now on nothing more is read from the broker, for good. */
    public synchronized void shut() {
        shut = true;
    }

    /** Bytes held now. */
    public synchronized long held() {
        return held;
    }

    synchronized void awaitRoom(ReadGate gate) {
        boolean interrupted = false;
        while ((shut || held >= limit) && !gate.hasLeft()) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    synchronized void wakeUp() {
        notifyAll();
    }
}
