package dev.mqttdq.bridge;

import dev.mqttdq.store.DropReason;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A bridge of this instance at one moment. Nothing in it blocks on a broker or a disk.
 *
 * @param enabled as configured
 * @param local the subscription at the local broker
 * @param retriedByReason how often messages were retried, by {@link dev.mqttdq.session.RemoteException.Reason} label;
 *     reasons that never occurred are absent
 * @param dropByReason messages given up, every reason present
 * @param buffers one row for each partition, by index; empty while disabled
 * @param connectors one row for each connection to the remote, by index; empty while disabled
 * @param paused whether an operator stopped it from sending; messages go on collecting on disk
 * @param sinceAcknowledgedMillis time since a message of the bridge last ended at the remote, or since the bridge
 *     started if none has
 * @param lastError the last trouble that still stands, in words a person can act on; null for none
 */
public record BridgeSnapshot(
        String name,
        boolean enabled,
        LocalSnapshot local,
        long enqueue,
        long dequeue,
        long publish,
        long drop,
        Map<String, Long> retriedByReason,
        Map<DropReason, Long> dropByReason,
        List<BufferSnapshot> buffers,
        List<ConnectorSnapshot> connectors,
        boolean paused,
        long sinceAcknowledgedMillis,
        @Nullable String lastError) {

    public BridgeSnapshot {
        retriedByReason = Map.copyOf(retriedByReason);
        dropByReason = Map.copyOf(dropByReason);
        buffers = List.copyOf(buffers);
        connectors = List.copyOf(connectors);
    }

    /**
     * The session at the local broker.
     *
     * @param problem why messages do not come in; null when they do, and when none are wanted
     * @param draining whether it is left, or being left, because this instance goes away
     */
    public record LocalSnapshot(
            boolean connected, boolean subscribed, @Nullable String problem, boolean draining) {

        /** One that is to stay. */
        public LocalSnapshot(boolean connected, boolean subscribed, @Nullable String problem) {
            this(connected, subscribed, problem, false);
        }
    }

    /**
     * One partition.
     *
     * @param running whether its store is open
     * @param broken whether it cannot store now
     * @param buffered messages on disk, not yet handed to a connector
     * @param oldestAgeMillis how long its oldest message has waited; 0 for none
     * @param problem what is wrong with it; null for nothing
     */
    public record BufferSnapshot(
            int index,
            boolean running,
            boolean broken,
            long buffered,
            long bytesOnDisk,
            long maxTotalBytes,
            long oldestAgeMillis,
            @Nullable String problem) {}

    /**
     * One connection to the remote.
     *
     * @param started whether there ever was one to look at
     * @param backlog messages in the connector, not yet sent
     * @param inflight messages sent whose end is not yet recorded
     * @param reconnects connections made after the first
     * @param problem why it is not connected; null when it is
     */
    public record ConnectorSnapshot(
            int index,
            boolean started,
            boolean connected,
            long backlog,
            long inflight,
            long reconnects,
            @Nullable String problem) {}
}
