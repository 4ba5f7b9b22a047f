package dev.mqttdq.api;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.mqttdq.bridge.RuntimeState;
import dev.mqttdq.cluster.ClusterView;
import dev.mqttdq.cluster.MergedBridge;
import java.util.List;
import java.util.function.ToLongFunction;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** Everything at once: {@code GET /stats}. */
@JsonNaming(SnakeCaseStrategy.class)
@JsonPropertyOrder({"cluster", "uptime_seconds", "summary", "bridges"})
record StatsJson(ClusterJson cluster, long uptimeSeconds, SummaryJson summary, List<BridgeJson> bridges) {

    static StatsJson of(ClusterView view) {
        List<MergedBridge> bridges = view.bridges();
        return new StatsJson(
                ClusterJson.of(view),
                view.uptimeSeconds(),
                SummaryJson.of(bridges),
                bridges.stream().map(BridgeJson::of).toList());
    }

    /** Sums over all bridges. */
    @JsonNaming(SnakeCaseStrategy.class)
    @JsonPropertyOrder({
        "bridge_count",
        "running_bridge_count",
        "buffered",
        "backlog",
        "inflight",
        "enqueue",
        "dequeue",
        "publish",
        "drop"
    })
    record SummaryJson(
            int bridgeCount,
            long runningBridgeCount,
            long buffered,
            long backlog,
            long inflight,
            long enqueue,
            long dequeue,
            long publish,
            long drop) {

        static SummaryJson of(List<MergedBridge> bridges) {
            return new SummaryJson(
                    bridges.size(),
                    bridges.stream()
                            .filter(bridge -> bridge.runtimeState() == RuntimeState.RUNNING)
                            .count(),
                    sum(bridges, MergedBridge::buffered),
                    sum(bridges, MergedBridge::backlog),
                    sum(bridges, MergedBridge::inflight),
                    sum(bridges, MergedBridge::enqueue),
                    sum(bridges, MergedBridge::dequeue),
                    sum(bridges, MergedBridge::publish),
                    sum(bridges, MergedBridge::drop));
        }

        private static long sum(List<MergedBridge> bridges, ToLongFunction<MergedBridge> counter) {
            return bridges.stream().mapToLong(counter).sum();
        }
    }
}
