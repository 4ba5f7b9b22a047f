package dev.mqttdq.bridge;

import java.util.Collection;
import java.util.Locale;

/** A partition of a bridge as seen on all nodes that answered. */
public enum BufferState {
    /** Its store is open on every node. */
    RUNNING,
    /** Its store is not open somewhere. */
    MISSING;

    /** One node's partition. */
    public static BufferState of(BridgeSnapshot.BufferSnapshot buffer) {
        return buffer.running() ? RUNNING : MISSING;
    }

    /** The same partition on several nodes. */
    public static BufferState merge(Collection<BufferState> nodes) {
        return nodes.isEmpty() || nodes.contains(MISSING) ? MISSING : RUNNING;
    }

    /** The name in metrics and JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
