package dev.mqttdq.api;

import dev.mqttdq.bridge.UnknownBridgeException;
import dev.mqttdq.cluster.ClusterView;
import dev.mqttdq.cluster.ClusterViews;
import dev.mqttdq.cluster.MergedBridge;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoints that dashboards and scripts written for the plugin know. Each answer is one view over all nodes.
 */
@RestController
@RequestMapping(PluginApi.BASE)
class PluginApiController {

    private final ClusterViews views;
    private final ConfigurationStates configurations;

    PluginApiController(ClusterViews views, ConfigurationStates configurations) {
        this.views = views;
        this.configurations = configurations;
    }

    @GetMapping("/stats")
    ResponseEntity<StatsJson> stats() {
        return PluginApi.json(HttpStatus.OK, StatsJson.of(views.current()));
    }

    @GetMapping("/stats/{bridge}")
    ResponseEntity<BridgeStatsJson> bridgeStats(@PathVariable String bridge) {
        ClusterView view = views.current();
        MergedBridge found = view.bridge(bridge).orElseThrow(() -> new UnknownBridgeException(bridge));
        return PluginApi.json(HttpStatus.OK, new BridgeStatsJson(ClusterJson.of(view), BridgeJson.of(found)));
    }

    @GetMapping("/status")
    ResponseEntity<StatusJson> status() {
        return PluginApi.json(HttpStatus.OK, StatusJson.of(views.current(), configurations.current()));
    }

    @GetMapping("/metrics")
    ResponseEntity<byte[]> metrics() {
        return ResponseEntity.ok()
                .header(HttpHeaders.CONTENT_TYPE, PluginApi.PROMETHEUS_TEXT)
                .body(PrometheusText.write(BridgeSeries.specified(views.current())));
    }
}
