package dev.mqttdq.bridge;

import dev.mqttdq.bridge.BridgeSnapshot.BufferSnapshot;
import dev.mqttdq.bridge.BridgeSnapshot.ConnectorSnapshot;
import dev.mqttdq.bridge.BridgeSnapshot.LocalSnapshot;
import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.egress.ConnectorStatus;
import dev.mqttdq.ingress.IngressState;
import dev.mqttdq.ingress.IngressState.Presence;
import dev.mqttdq.store.DropReason;
import dev.mqttdq.store.PartitionSnapshot;
import dev.mqttdq.store.QueueCounters;
import java.time.Duration;
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
    private final BridgeEnvironment environment;

    SnapshotReader(BridgeSettings settings, BridgeCounters counters, BridgeEnvironment environment) {
        name = settings.name();
        poolSize = settings.poolSize();
        maxTotalBytes = settings.queue().maxTotalBytes();
        this.counters = counters;
        this.environment = environment;
    }

    /** @param generations the present partitions, then those of earlier generations that are still being emptied */
    BridgeSnapshot running(
            IngressState local,
            List<List<PartitionSnapshot>> generations,
            List<ConnectorStatus> connectors,
            boolean paused) {
        List<PartitionSnapshot> partitions =
                generations.stream().flatMap(List::stream).toList();
        List<BufferSnapshot> buffers = IntStream.range(0, partitions.size())
                .mapToObj(index -> buffer(index, partitions.get(index)))
                .toList();
        List<ConnectorSnapshot> rows = IntStream.range(0, connectors.size())
                .mapToObj(index -> connector(index, connectors.get(index), generations))
                .toList();
        long now = environment.nanoTime().getAsLong();
        long idle = connectors.stream()
                .mapToLong(connector -> now - connector.lastProgressNanos())
                .min()
                .orElse(0);
        LocalSnapshot session = new LocalSnapshot(
                local.connected(), local.subscribed(), local.problem(), local.presence() != Presence.STAYING);
        return snapshot(true, session, buffers, rows, new Sending(paused, Duration.ofNanos(idle)));
    }

    BridgeSnapshot stopped(boolean enabled, @Nullable String problem) {
        return snapshot(
                enabled,
                new LocalSnapshot(false, false, problem),
                List.of(),
                List.of(),
                new Sending(false, Duration.ZERO));
    }

    /** @param idle time since the remote last acknowledged something, or there was nothing to send */
    private record Sending(boolean paused, Duration idle) {}

    private BridgeSnapshot snapshot(
            boolean enabled,
            LocalSnapshot local,
            List<BufferSnapshot> buffers,
            List<ConnectorSnapshot> connectors,
            Sending sending) {
        QueueCounters queue = counters.queue();
        Map<DropReason, Long> drops = new EnumMap<>(DropReason.class);
        for (DropReason reason : DropReason.ofBridges()) {
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
                sending.paused(),
                sending.idle().toMillis(),
                lastError);
    }

    private BufferSnapshot buffer(int index, PartitionSnapshot partition) {
        long age = partition.oldestArrivalMillis() == 0
                ? 0
                : Math.max(0, environment.wallClock().millis() - partition.oldestArrivalMillis());
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
    private ConnectorSnapshot connector(int index, ConnectorStatus status, List<List<PartitionSnapshot>> generations) {
        long handedOut = 0;
        for (List<PartitionSnapshot> partitions : generations) {
            for (int i = index; i < partitions.size(); i += poolSize) {
                handedOut += partitions.get(i).handedOut();
            }
        }
        long backlog = Math.min(handedOut, status.backlog());
        return new ConnectorSnapshot(
                index, true, status.connected(), backlog, handedOut - backlog, status.reconnects(), status.problem());
    }
}
