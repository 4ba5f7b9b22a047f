package dev.mqttdq.api;

import dev.mqttdq.cluster.ClusterView;
import dev.mqttdq.cluster.ClusterViews;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The endpoints that dashboards and scripts written for the plugin know. Each answer is one view over all nodes. */
@RestController
@RequestMapping(PluginApi.BASE)
class PluginApiController {

    private final ClusterViews views;

    PluginApiController(ClusterViews views) {
        this.views = views;
    }

    @GetMapping("/stats")
    ResponseEntity<StatsJson> stats() {
        return json(HttpStatus.OK, StatsJson.of(views.current()));
    }

    @GetMapping("/stats/{bridge}")
    ResponseEntity<?> bridgeStats(@PathVariable String bridge) {
        ClusterView view = views.current();
        return view.bridge(bridge)
                .<ResponseEntity<?>>map(
                        found -> json(HttpStatus.OK, new BridgeStatsJson(ClusterJson.of(view), BridgeJson.of(found))))
                .orElseGet(() -> json(HttpStatus.NOT_FOUND, BridgeNotFoundJson.of(bridge)));
    }

    @GetMapping("/status")
    ResponseEntity<StatusJson> status() {
        return json(HttpStatus.OK, StatusJson.of(views.current()));
    }

    @GetMapping("/metrics")
    ResponseEntity<byte[]> metrics() {
        return ResponseEntity.ok()
                .header(HttpHeaders.CONTENT_TYPE, PluginApi.PROMETHEUS_TEXT)
                .body(PrometheusText.write(BridgeSeries.specified(views.current())));
    }

    private static <T> ResponseEntity<T> json(HttpStatus status, T body) {
        return ResponseEntity.status(status)
                .header(HttpHeaders.CONTENT_TYPE, PluginApi.JSON)
                .body(body);
    }
}
