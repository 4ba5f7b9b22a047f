package dev.mqttdq.api;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/** The body of a 404. */
@JsonPropertyOrder({"code", "message", "bridge"})
record BridgeNotFoundJson(String code, String message, String bridge) {

    static BridgeNotFoundJson of(String bridge) {
        return new BridgeNotFoundJson("NOT_FOUND", "Bridge not found", bridge);
    }
}
