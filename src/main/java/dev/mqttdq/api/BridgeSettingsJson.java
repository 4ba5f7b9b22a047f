package dev.mqttdq.api;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.mqttdq.bridge.EffectiveSettings;
import java.util.Map;
import java.util.Optional;

/** The settings in force of one bridge, secrets masked. */
@JsonPropertyOrder({"bridge", "remote"})
record BridgeSettingsJson(Map<String, Object> bridge, Map<String, Object> remote) {

    static Optional<BridgeSettingsJson> of(EffectiveSettings settings, String bridge) {
        return settings.bridge(bridge)
                .flatMap(own -> settings.remoteOf(bridge).map(remote -> new BridgeSettingsJson(own, remote)));
    }
}
