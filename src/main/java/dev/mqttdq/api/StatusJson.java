package dev.mqttdq.api;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.mqttdq.bridge.BridgeStatus;
import dev.mqttdq.cluster.ClusterView;
import dev.mqttdq.cluster.MergedBridge;
import java.util.List;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** The service in one word: {@code GET /status}. */
@JsonNaming(SnakeCaseStrategy.class)
@JsonPropertyOrder({"plugin", "cluster", "status", "bridge_count"})
record StatusJson(String plugin, ClusterJson cluster, String status, int bridgeCount) {

    /** {@code ok} when every node answered and every bridge is ok or disabled, else {@code degraded}. */
    static StatusJson of(ClusterView view) {
        List<MergedBridge> bridges = view.bridges();
        boolean ok = view.complete() && bridges.stream().allMatch(StatusJson::fine);
        return new StatusJson(PluginApi.PLUGIN, ClusterJson.of(view), ok ? "ok" : "degraded", bridges.size());
    }

    private static boolean fine(MergedBridge bridge) {
        return bridge.status() == BridgeStatus.OK || bridge.status() == BridgeStatus.DISABLED;
    }
}
