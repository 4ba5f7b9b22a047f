package dev.mqttdq.session;

import java.io.IOException;

/**
 * Holds back what comes in: while {@link HandOver} is full, the next packet is left in the socket, and TCP slows the
 * broker down. That bounds memory at every QoS, also with brokers that ignore our Receive Maximum.
 */
final class ReadGate {

    private final HandOver handOver;
    private boolean left;

    ReadGate(HandOver handOver) {
        this.handOver = handOver;
    }

    /** Waits for room, on the client's receiving thread. */
    void pass() throws IOException {
        handOver.awaitRoom(this);
        if (hasLeft()) {
            throw new IOException("given up");
        }
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
