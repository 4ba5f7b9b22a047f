package dev.mqttdq.bridge;

import java.util.Locale;

/** What there is of a bridge: its workers and its stores. */
public enum RuntimeState {
    /** All its partitions and connectors are there and sound. */
    RUNNING,
    /** Some are missing, cannot store, or lost something when they were opened. */
    DEGRADED,
    /** Disabled: no workers, no queue. */
    PURGED;

    /** The name in metrics and JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
