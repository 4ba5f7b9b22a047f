package dev.mqttdq.bridge;

import dev.mqttdq.bridge.BridgeSnapshot.BufferSnapshot;
import dev.mqttdq.bridge.BridgeSnapshot.ConnectorSnapshot;
import dev.mqttdq.bridge.BridgeSnapshot.LocalSnapshot;
import dev.mqttdq.store.DropReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds snapshots for tests; starts from a healthy, empty bridge without rows. */
public final class BridgeSnapshotBuilder {

    private final String name;
    private boolean enabled = true;
    private LocalSnapshot local = new LocalSnapshot(true, true, null);
    private long[] counters = new long[4];
    private Map<String, Long> retriedByReason = Map.of();
    private Map<DropReason, Long> dropByReason = Map.of();
    private final List<BufferSnapshot> buffers = new ArrayList<>();
    private final List<ConnectorSnapshot> connectors = new ArrayList<>();
    private boolean paused;
    private long sinceAcknowledgedMillis;
    private @Nullable String lastError;

    private BridgeSnapshotBuilder(String name) {
        this.name = name;
    }

    public static BridgeSnapshotBuilder bridge(String name) {
        return new BridgeSnapshotBuilder(name);
    }

    /** One sound, empty partition and one idle connection. */
    public static BridgeSnapshotBuilder healthy(String name) {
        return bridge(name).buffer(0).connected(0, 0);
    }

    public BridgeSnapshotBuilder disabled() {
        enabled = false;
        local = new LocalSnapshot(false, false, null);
        return this;
    }

    public BridgeSnapshotBuilder local(LocalSnapshot snapshot) {
        local = snapshot;
        return this;
    }

    public BridgeSnapshotBuilder counters(long enqueue, long dequeue, long publish, long drop) {
        counters = new long[] {enqueue, dequeue, publish, drop};
        return this;
    }

    public BridgeSnapshotBuilder retried(Map<String, Long> byReason) {
        retriedByReason = byReason;
        return this;
    }

    public BridgeSnapshotBuilder dropped(Map<DropReason, Long> byReason) {
        dropByReason = byReason;
        return this;
    }

    public BridgeSnapshotBuilder buffer(long buffered) {
        return buffer(new BufferSnapshot(buffers.size(), true, false, buffered, 0, 1_000, 0, null));
    }

    public BridgeSnapshotBuilder buffer(BufferSnapshot buffer) {
        buffers.add(buffer);
        return this;
    }

    public BridgeSnapshotBuilder connected(long backlog, long inflight) {
        return connector(new ConnectorSnapshot(connectors.size(), true, true, backlog, inflight, 0, null));
    }

    public BridgeSnapshotBuilder disconnected(String problem) {
        return connector(new ConnectorSnapshot(connectors.size(), true, false, 0, 0, 0, problem));
    }

    public BridgeSnapshotBuilder connector(ConnectorSnapshot connector) {
        connectors.add(connector);
        return this;
    }

    public BridgeSnapshotBuilder paused() {
        paused = true;
        return this;
    }

    public BridgeSnapshotBuilder sinceAcknowledgedMillis(long millis) {
        sinceAcknowledgedMillis = millis;
        return this;
    }

    public BridgeSnapshotBuilder lastError(String error) {
        lastError = error;
        return this;
    }

    public BridgeSnapshot build() {
        return new BridgeSnapshot(
                name,
                enabled,
                local,
                counters[0],
                counters[1],
                counters[2],
                counters[3],
                retriedByReason,
                dropByReason,
                buffers,
                connectors,
                paused,
                sinceAcknowledgedMillis,
                lastError);
    }
}
