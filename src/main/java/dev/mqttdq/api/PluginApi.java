package dev.mqttdq.api;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/** What all endpoints of the REST API have in common. */
final class PluginApi {

    static final String PLUGIN = "emqx_bridge_mqtt_dq";

    static final String BASE = "/api/v5/plugin_api/" + PLUGIN;

    static final String JSON = "application/json; charset=utf-8";

    static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4";

    private PluginApi() {}

    static <T> ResponseEntity<T> json(HttpStatus status, T body) {
        return ResponseEntity.status(status)
                .header(HttpHeaders.CONTENT_TYPE, JSON)
                .body(body);
    }
}
