package dev.mqttdq.cluster;

import dev.mqttdq.bridge.BridgeCondition;
import dev.mqttdq.bridge.BridgeCondition.Errors;
import dev.mqttdq.bridge.BridgeCondition.Local;
import dev.mqttdq.bridge.BridgeCondition.Store;
import dev.mqttdq.bridge.BridgeSnapshot;
import dev.mqttdq.bridge.BridgeSnapshot.BufferSnapshot;
import dev.mqttdq.bridge.BridgeSnapshot.ConnectorSnapshot;
import dev.mqttdq.bridge.BridgeSnapshot.LocalSnapshot;
import dev.mqttdq.bridge.StatusRules;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** From what nodes say of a bridge to what its status depends on: the worst of each. */
final class Conditions {

    private Conditions() {}

    static BridgeCondition of(
            List<BridgeSnapshot> nodes,
            List<BufferRow> buffers,
            List<ConnectorRow> connectors,
            boolean clusterComplete) {
        List<BridgeSnapshot> enabled =
                nodes.stream().filter(BridgeSnapshot::enabled).toList();
        return new BridgeCondition(
                !enabled.isEmpty(),
                buffers.stream().map(BufferRow::state).toList(),
                connectors.stream().map(ConnectorRow::state).toList(),
                worst(buffersOf(enabled).map(Conditions::store), Store.SOUND),
                worst(enabled.stream().map(BridgeSnapshot::local).map(Conditions::local), Local.SUBSCRIBED),
                enabled.stream().anyMatch(BridgeSnapshot::paused),
                enabled.stream().anyMatch(Conditions::stalled),
                clusterComplete,
                new Errors(
                        first(buffersOf(enabled)
                                .sorted(Comparator.comparing(Conditions::store, Comparator.reverseOrder()))
                                .map(BufferSnapshot::problem)),
                        first(enabled.stream().map(node -> node.local().problem())),
                        first(enabled.stream()
                                .flatMap(node -> node.connectors().stream())
                                .map(ConnectorSnapshot::problem)),
                        first((enabled.isEmpty() ? nodes : enabled).stream().map(BridgeSnapshot::lastError))));
    }

    private static Stream<BufferSnapshot> buffersOf(List<BridgeSnapshot> nodes) {
        return nodes.stream().flatMap(node -> node.buffers().stream());
    }

    private static Store store(BufferSnapshot buffer) {
        if (buffer.broken()) {
            return Store.BROKEN;
        }
        return buffer.problem() == null ? Store.SOUND : Store.DAMAGED;
    }

    private static Local local(LocalSnapshot local) {
        if (local.draining()) {
            return Local.DRAINING;
        }
        if (!local.connected()) {
            return Local.DISCONNECTED;
        }
        if (local.subscribed()) {
            return local.problem() == null ? Local.SUBSCRIBED : Local.LOOPING;
        }
        return local.problem() == null ? Local.SUBSCRIBING : Local.REFUSED;
    }

    /** Waiting alone is no stall: a long queue that drains is older than the limit all the time. */
    private static boolean stalled(BridgeSnapshot bridge) {
        long limit = StatusRules.STALL_LIMIT.toMillis();
        return bridge.sinceAcknowledgedMillis() > limit
                && bridge.buffers().stream().anyMatch(buffer -> buffer.oldestAgeMillis() > limit);
    }

    private static <E extends Enum<E>> E worst(Stream<E> states, E best) {
        return states.max(Comparator.naturalOrder()).orElse(best);
    }

    /** The first that is not null. */
    static @Nullable String first(Stream<@Nullable String> texts) {
        return texts.filter(Objects::nonNull).findFirst().orElse(null);
    }
}
