package dev.mqttdq.session;

import java.io.IOException;

/**
 * Holds back messages that come in: while {@link HandOver} is full, the next one is left in the socket, and TCP slows the
 * broker down. That bounds memory at every QoS, also with brokers that ignore our Receive Maximum. All methods but
 * {@link #pass} may be called from any thread.
 */
final class ReadGate {

    private final HandOver handOver;
    private boolean left;
    private volatile boolean waiting;

    ReadGate(HandOver handOver) {
        this.handOver = handOver;
    }

    /** Waits for room, on the client's receiving thread. */
    void pass() throws IOException {
        waiting = true;
        try {
            handOver.awaitRoom(this);
        } finally {
            waiting = false;
        }
        if (hasLeft()) {
            throw new IOException("given up");
        }
    }

    /** Whether nothing is read now: the broker's silence is our own doing then. */
    boolean isWaiting() {
        return waiting;
    }

    /** Ends the waiting for good. */
    void leave() {
        synchronized (this) {
            left = true;
        }
        handOver.wakeUp();
    }

    synchronized boolean hasLeft() {
        return left;
    }
}
