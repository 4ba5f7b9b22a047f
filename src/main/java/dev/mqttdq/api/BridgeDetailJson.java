package dev.mqttdq.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.mqttdq.cluster.BufferRow;
import dev.mqttdq.cluster.ConnectorRow;
import dev.mqttdq.cluster.MergedBridge;
import dev.mqttdq.store.DropReason;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** All there is to know of one bridge: what the plugin tells, and what only we have. */
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.ALWAYS)
@JsonPropertyOrder({
    "name",
    "config_state",
    "runtime_state",
    "status",
    "status_reason",
    "paused",
    "local_connected",
    "enqueue",
    "dequeue",
    "publish",
    "drop",
    "drop_by_reason",
    "retried_by_reason",
    "buffered",
    "backlog",
    "inflight",
    "oldest_age_ms",
    "disk_bytes",
    "limit_bytes",
    "buffers",
    "connectors"
})
record BridgeDetailJson(
        String name,
        String configState,
        String runtimeState,
        String status,
        @Nullable String statusReason,
        boolean paused,
        boolean localConnected,
        long enqueue,
        long dequeue,
        long publish,
        long drop,
        Map<String, Long> dropByReason,
        Map<String, Long> retriedByReason,
        long buffered,
        long backlog,
        long inflight,
        long oldestAgeMs,
        long diskBytes,
        long limitBytes,
        List<BufferDetailJson> buffers,
        List<ConnectorDetailJson> connectors) {

    static BridgeDetailJson of(MergedBridge bridge) {
        return new BridgeDetailJson(
                bridge.name(),
                bridge.enabled() ? "enabled" : "disabled",
                bridge.runtimeState().label(),
                bridge.status().label(),
                bridge.statusReason(),
                bridge.paused(),
                bridge.localConnected(),
                bridge.enqueue(),
                bridge.dequeue(),
                bridge.publish(),
                bridge.drop(),
                occurred(bridge.dropByReason()),
                bridge.retriedByReason(),
                bridge.buffered(),
                bridge.backlog(),
                bridge.inflight(),
                bridge.buffers().stream()
                        .mapToLong(BufferRow::oldestAgeMillis)
                        .max()
                        .orElse(0),
                bridge.buffers().stream().mapToLong(BufferRow::bytesOnDisk).sum(),
                bridge.buffers().stream().mapToLong(BufferRow::maxTotalBytes).sum(),
                bridge.buffers().stream().map(BufferDetailJson::of).toList(),
                bridge.connectors().stream().map(ConnectorDetailJson::of).toList());
    }

    private static Map<String, Long> occurred(Map<DropReason, Long> drops) {
        Map<String, Long> byLabel = new TreeMap<>();
        drops.forEach((reason, count) -> {
            if (count > 0) {
                byLabel.put(reason.label(), count);
            }
        });
        return byLabel;
    }

    @JsonNaming(SnakeCaseStrategy.class)
    @JsonPropertyOrder({"index", "status", "buffered", "disk_bytes", "limit_bytes", "oldest_age_ms", "problem"})
    record BufferDetailJson(
            int index,
            String status,
            long buffered,
            long diskBytes,
            long limitBytes,
            long oldestAgeMs,
            @Nullable String problem) {

        static BufferDetailJson of(BufferRow row) {
            return new BufferDetailJson(
                    row.index(),
                    row.state().label(),
                    row.buffered(),
                    row.bytesOnDisk(),
                    row.maxTotalBytes(),
                    row.oldestAgeMillis(),
                    row.problem());
        }
    }

    @JsonPropertyOrder({"index", "status", "backlog", "inflight", "reconnects", "problem"})
    record ConnectorDetailJson(
            int index,
            String status,
            long backlog,
            long inflight,
            long reconnects,
            @Nullable String problem) {

        static ConnectorDetailJson of(ConnectorRow row) {
            return new ConnectorDetailJson(
                    row.index(), row.state().label(), row.backlog(), row.inflight(), row.reconnects(), row.problem());
        }
    }
}
