package dev.mqttdq.bridge;

import dev.mqttdq.bridge.BridgeSnapshot.BufferSnapshot;
import dev.mqttdq.bridge.BridgeSnapshot.ConnectorSnapshot;
import dev.mqttdq.bridge.BridgeSnapshot.LocalSnapshot;
import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.egress.ConnectorState;
import dev.mqttdq.ingress.IngressState;
import dev.mqttdq.store.DropReason;
import dev.mqttdq.store.PartitionSnapshot;
import dev.mqttdq.store.QueueCounters;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Puts together what the parts of a bridge say of themselves. */
final class SnapshotReader {

    private final String name;
    private final int poolSize;
    private final long maxTotalBytes;
    private final BridgeCounters counters;
    private final InstantSource wallClock;

    SnapshotReader(BridgeSettings settings, BridgeCounters counters, InstantSource wallClock) {
        name = settings.name();
        poolSize = settings.poolSize();
        maxTotalBytes = settings.queue().maxTotalBytes();
        this.counters = counters;
        this.wallClock = wallClock;
    }

    BridgeSnapshot running(IngressState local, List<PartitionSnapshot> partitions, List<ConnectorState> connectors) {
        List<BufferSnapshot> buffers = IntStream.range(0, partitions.size())
                .mapToObj(index -> buffer(index, partitions.get(index)))
                .toList();
        List<ConnectorSnapshot> rows = new ArrayList<>();
        for (int i = 0; i < connectors.size(); i++) {
            rows.add(connector(i, connectors.get(i), partitions));
        }
        LocalSnapshot session = new LocalSnapshot(local.connected(), local.subscribed(), local.problem());
        return snapshot(true, session, buffers, rows);
    }

    BridgeSnapshot stopped(boolean enabled, @Nullable String problem) {
        return snapshot(enabled, new LocalSnapshot(false, false, problem), List.of(), List.of());
    }

    private BridgeSnapshot snapshot(
            boolean enabled, LocalSnapshot local, List<BufferSnapshot> buffers, List<ConnectorSnapshot> connectors) {
        QueueCounters queue = counters.queue();
        Map<DropReason, Long> drops = new EnumMap<>(DropReason.class);
        for (DropReason reason : DropReason.values()) {
            drops.put(reason, queue.drop(reason));
        }
        String lastError = Stream.of(
                        buffers.stream().map(BufferSnapshot::problem),
                        Stream.of(local).map(LocalSnapshot::problem),
                        connectors.stream().map(ConnectorSnapshot::problem))
                .flatMap(problems -> problems)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        return new BridgeSnapshot(
                name,
                enabled,
                local,
                queue.enqueue(),
                queue.dequeue(),
                queue.publish(),
                queue.drop(),
                counters.retries().byLabel(),
                drops,
                buffers,
                connectors,
                lastError);
    }

    private BufferSnapshot buffer(int index, PartitionSnapshot partition) {
        long age = partition.oldestArrivalMillis() == 0
                ? 0
                : Math.max(0, wallClock.millis() - partition.oldestArrivalMillis());
        return new BufferSnapshot(
                index,
                true,
                partition.broken(),
                partition.buffered(),
                partition.bytesOnDisk(),
                maxTotalBytes,
                age,
                partition.problem());
    }

    /** In flight is what its partitions have handed out and it has sent, until the end is recorded on disk. */
    private ConnectorSnapshot connector(int index, ConnectorState state, List<PartitionSnapshot> partitions) {
        long handedOut = 0;
        for (int i = index; i < partitions.size(); i += poolSize) {
            handedOut += partitions.get(i).handedOut();
        }
        long backlog = Math.min(handedOut, state.backlog());
        return new ConnectorSnapshot(
                index, true, state.connected(), backlog, handedOut - backlog, state.reconnects(), state.problem());
    }
}
