package dev.mqttdq.queues.listener;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was sent to a client under which packet identifier and not acknowledged yet, at most its window (MQTT 5.0 sections
 * 2.2.1 and 4.9). Not thread-safe.
 *
 * @param <T> what is known of a packet
 */
final class PacketIds<T> {

    /** The highest packet identifier, and with it the largest window. */
    static final int MAX = 65_535;

    private final int window;
    private final Map<Integer, T> inUse = new HashMap<>();
    private int last;

    /** @param window 1 to {@link #MAX} */
    PacketIds(int window) {
        this.window = window;
    }

    boolean isFull() {
        return inUse.size() >= window;
    }

    /** The next identifier that is free; there is one unless {@link #isFull}. */
    int take(T packet) {
        if (isFull()) {
            throw new IllegalStateException("the window of " + window + " is full");
        }
        do {
            last = last == MAX ? 1 : last + 1;
        } while (inUse.containsKey(last));
        inUse.put(last, packet);
        return last;
    }

    /** Ends a packet; null where the identifier is not in use. */
    @Nullable
    T free(int packetId) {
        return inUse.remove(packetId);
    }

    int size() {
        return inUse.size();
    }
}
