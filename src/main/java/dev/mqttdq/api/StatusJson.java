package dev.mqttdq.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.mqttdq.bridge.BridgeStatus;
import dev.mqttdq.cluster.ClusterView;
import dev.mqttdq.cluster.MergedBridge;
import dev.mqttdq.config.ConfigurationState;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * The service in one word: {@code GET /status}.
 *
 * @param config only while the sources hold a configuration that was refused: {@code rejected}
 * @param configProblems only then: what is wrong with it
 */
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"plugin", "cluster", "status", "bridge_count", "config", "config_problems"})
record StatusJson(
        String plugin,
        ClusterJson cluster,
        String status,
        int bridgeCount,
        @Nullable String config,
        @Nullable List<String> configProblems) {

    /** {@code ok} when every node answered and every bridge is ok or disabled, else {@code degraded}. */
    static StatusJson of(ClusterView view, ConfigurationState configuration) {
        List<MergedBridge> bridges = view.bridges();
        boolean ok = view.complete() && bridges.stream().allMatch(StatusJson::fine);
        boolean rejected = configuration.isRejected();
        return new StatusJson(
                PluginApi.PLUGIN,
                ClusterJson.of(view),
                ok ? "ok" : "degraded",
                bridges.size(),
                rejected ? "rejected" : null,
                rejected ? ConfigJson.lines(configuration.lastReload()) : null);
    }

    private static boolean fine(MergedBridge bridge) {
        return bridge.status() == BridgeStatus.OK || bridge.status() == BridgeStatus.DISABLED;
    }
}
