package dev.mqttdq.cluster;

import dev.mqttdq.bridge.BridgeCondition;
import dev.mqttdq.bridge.BridgeSnapshot;
import dev.mqttdq.bridge.BridgeSnapshot.BufferSnapshot;
import dev.mqttdq.bridge.BridgeSnapshot.ConnectorSnapshot;
import dev.mqttdq.bridge.BridgeStatus;
import dev.mqttdq.bridge.RuntimeState;
import dev.mqttdq.bridge.StatusRules;
import dev.mqttdq.store.DropReason;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One bridge over all nodes that have it: counters are sums, states are judged by {@link StatusRules}.
 *
 * @param statusReason null when the status is ok
 * @param retriedByReason by name; reasons that never occurred are absent
 * @param dropByReason every reason
 * @param localConnected whether every node has its subscription at the local broker
 * @param paused whether an operator stopped it from sending on some node
 */
public record MergedBridge(
        String name,
        boolean enabled,
        RuntimeState runtimeState,
        BridgeStatus status,
        @Nullable String statusReason,
        long enqueue,
        long dequeue,
        long publish,
        long drop,
        Map<String, Long> retriedByReason,
        Map<DropReason, Long> dropByReason,
        List<BufferRow> buffers,
        List<ConnectorRow> connectors,
        boolean localConnected,
        boolean paused) {

    /**
     * Merges.
     *
     * @param nodes the same bridge on each node, at least one
     * @param clusterComplete whether every node answered
     */
    static MergedBridge of(List<BridgeSnapshot> nodes, boolean clusterComplete) {
        List<BufferRow> buffers = rows(nodes, BridgeSnapshot::buffers, BufferSnapshot::index, BufferRow::merge);
        List<ConnectorRow> connectors =
                rows(nodes, BridgeSnapshot::connectors, ConnectorSnapshot::index, ConnectorRow::merge);
        BridgeCondition condition = Conditions.of(nodes, buffers, connectors, clusterComplete);
        return new MergedBridge(
                nodes.get(0).name(),
                condition.enabled(),
                StatusRules.runtimeState(condition),
                StatusRules.status(condition),
                StatusRules.reason(condition),
                sum(nodes, BridgeSnapshot::enqueue),
                sum(nodes, BridgeSnapshot::dequeue),
                sum(nodes, BridgeSnapshot::publish),
                sum(nodes, BridgeSnapshot::drop),
                sumByKey(nodes, BridgeSnapshot::retriedByReason, new TreeMap<>()),
                sumByKey(nodes, BridgeSnapshot::dropByReason, new EnumMap<>(DropReason.class)),
                buffers,
                connectors,
                condition.local() == BridgeCondition.Local.SUBSCRIBED,
                condition.paused());
    }

    /** Messages on disk, not yet handed to a connector. */
    public long buffered() {
        return buffers.stream().mapToLong(BufferRow::buffered).sum();
    }

    /** Messages in connectors, not yet sent. */
    public long backlog() {
        return connectors.stream().mapToLong(ConnectorRow::backlog).sum();
    }

    /** Messages sent whose end is not yet recorded. */
    public long inflight() {
        return connectors.stream().mapToLong(ConnectorRow::inflight).sum();
    }

    private static long sum(List<BridgeSnapshot> nodes, ToLongFunction<BridgeSnapshot> counter) {
        return nodes.stream().mapToLong(counter).sum();
    }

    private static <K> Map<K, Long> sumByKey(
            List<BridgeSnapshot> nodes, Function<BridgeSnapshot, Map<K, Long>> counters, Map<K, Long> sums) {
        nodes.forEach(node -> counters.apply(node).forEach((key, count) -> sums.merge(key, count, Long::sum)));
        return Collections.unmodifiableMap(sums);
    }

    private static <T, R> List<R> rows(
            List<BridgeSnapshot> nodes,
            Function<BridgeSnapshot, List<T>> part,
            ToIntFunction<T> index,
            RowMerger<T, R> merger) {
        return nodes.stream()
                .flatMap(node -> part.apply(node).stream())
                .collect(Collectors.groupingBy(index::applyAsInt, TreeMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(row -> merger.merge(row.getKey(), row.getValue()))
                .toList();
    }

    @FunctionalInterface
    private interface RowMerger<T, R> {
        R merge(int index, List<T> nodes);
    }
}
