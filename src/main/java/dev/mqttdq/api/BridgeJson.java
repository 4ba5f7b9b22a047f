package dev.mqttdq.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.mqttdq.cluster.BufferRow;
import dev.mqttdq.cluster.ConnectorRow;
import dev.mqttdq.cluster.MergedBridge;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** One bridge with its rows. */
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.ALWAYS)
@JsonPropertyOrder({
    "name",
    "config_state",
    "runtime_state",
    "status",
    "status_reason",
    "enqueue",
    "dequeue",
    "publish",
    "drop",
    "retried_by_reason",
    "buffered",
    "backlog",
    "inflight",
    "buffers",
    "connectors"
})
record BridgeJson(
        String name,
        String configState,
        String runtimeState,
        String status,
        @Nullable String statusReason,
        long enqueue,
        long dequeue,
        long publish,
        long drop,
        Map<String, Long> retriedByReason,
        long buffered,
        long backlog,
        long inflight,
        List<BufferJson> buffers,
        List<ConnectorJson> connectors) {

    static BridgeJson of(MergedBridge bridge) {
        return new BridgeJson(
                bridge.name(),
                bridge.enabled() ? "enabled" : "disabled",
                bridge.runtimeState().label(),
                bridge.status().label(),
                bridge.statusReason(),
                bridge.enqueue(),
                bridge.dequeue(),
                bridge.publish(),
                bridge.drop(),
                bridge.retriedByReason(),
                bridge.buffered(),
                bridge.backlog(),
                bridge.inflight(),
                bridge.buffers().stream()
                        .map(row -> BufferJson.of(bridge.name(), row))
                        .toList(),
                bridge.connectors().stream()
                        .map(row -> ConnectorJson.of(bridge.name(), row))
                        .toList());
    }

    @JsonPropertyOrder({"bridge", "index", "status", "buffered"})
    record BufferJson(String bridge, int index, String status, long buffered) {

        static BufferJson of(String bridge, BufferRow row) {
            return new BufferJson(bridge, row.index(), row.state().label(), row.buffered());
        }
    }

    @JsonPropertyOrder({"bridge", "index", "status", "backlog", "inflight"})
    record ConnectorJson(String bridge, int index, String status, long backlog, long inflight) {

        static ConnectorJson of(String bridge, ConnectorRow row) {
            return new ConnectorJson(bridge, row.index(), row.state().label(), row.backlog(), row.inflight());
        }
    }
}
