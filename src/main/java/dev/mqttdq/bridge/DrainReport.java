package dev.mqttdq.bridge;

import java.util.List;

/**
 * How far the drain of this instance is.
 *
 * @param bridges those that are drained or being drained, by name; none while serving
 */
public record DrainReport(State state, List<BridgeRemains> bridges) {

    public DrainReport {
        bridges = List.copyOf(bridges);
    }

    /**
     * <pre>
     * SERVING ──drain──▶ DRAINING ──deadline──▶ EXPIRED
     *    ▲                  │                      │
     *    │all resumed       └─────▶ DRAINED ◀──────┘nothing remains any more
     * </pre>
     */
    public enum State {
        /** Nobody asked for it, or every bridge was resumed. */
        SERVING,
        DRAINING,
        /** Nothing remains. */
        DRAINED,
        /** Something remains, and the deadline is over. */
        EXPIRED
    }
}
