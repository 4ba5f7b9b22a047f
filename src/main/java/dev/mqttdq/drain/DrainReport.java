package dev.mqttdq.drain;

import java.util.List;
import java.util.stream.Stream;

/**
 * How far the drain of this instance is.
 *
 * @param bridges those that are drained or being drained, by name; none while serving
 * @param queues the same for message queues
 */
public record DrainReport(State state, List<Remains> bridges, List<Remains> queues) {

    public DrainReport {
        bridges = List.copyOf(bridges);
        queues = List.copyOf(queues);
    }

    /** Bridges and message queues. */
    public Stream<Remains> all() {
        return Stream.concat(bridges.stream(), queues.stream());
    }

    /**
     * <pre>
     * SERVING ──drain──▶ DRAINING ──deadline──▶ EXPIRED
     *    ▲                  │                      │
     *    │all resumed       └─────▶ DRAINED ◀──────┘nothing remains any more
     * </pre>
     */
    public enum State {
        /** Nobody asked for it, or every bridge was resumed and there are no message queues. */
        SERVING,
        DRAINING,
        /** Nothing remains. */
        DRAINED,
        /** Something remains, and the deadline is over. */
        EXPIRED
    }
}
