package dev.mqttdq.api;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.mqttdq.bridge.OrphanQueue;
import dev.mqttdq.cluster.ClusterView;
import dev.mqttdq.config.ConfigurationState;
import java.util.List;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** Everything the page shows: {@code GET /bridges}. */
@JsonNaming(SnakeCaseStrategy.class)
@JsonPropertyOrder({"cluster", "uptime_seconds", "config", "bridges", "orphans"})
record OverviewJson(
        ClusterJson cluster,
        long uptimeSeconds,
        ConfigJson config,
        List<BridgeDetailJson> bridges,
        List<OrphanJson> orphans) {

    static OverviewJson of(ClusterView view, ConfigurationState configuration, List<OrphanQueue> orphans) {
        return new OverviewJson(
                ClusterJson.of(view),
                view.uptimeSeconds(),
                ConfigJson.of(configuration),
                view.bridges().stream().map(BridgeDetailJson::of).toList(),
                orphans.stream().map(OrphanJson::of).toList());
    }
}
