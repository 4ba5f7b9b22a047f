package dev.mqttdq.api;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.mqttdq.bridge.BridgeOperations;
import dev.mqttdq.bridge.EffectiveSettings;
import dev.mqttdq.bridge.UnknownBridgeException;
import dev.mqttdq.cluster.LocalNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.stereotype.Component;

/** {@code /actuator/bridges}: the bridges of this instance alone, their settings, and what can be done to them. */
@Component
@Endpoint(id = "bridges")
class BridgesEndpoint {

    private final LocalNode node;
    private final ConfigurationStates configurations;
    private final BridgeOperations operations;
    private final EffectiveSettings settings;

    BridgesEndpoint(
            LocalNode node,
            ConfigurationStates configurations,
            BridgeOperations operations,
            EffectiveSettings settings) {
        this.node = node;
        this.configurations = configurations;
        this.operations = operations;
        this.settings = settings;
    }

    @ReadOperation
    OverviewJson bridges() {
        return OverviewJson.of(node.current(), configurations.current(), operations.orphans());
    }

    @ReadOperation
    @Nullable
    BridgeDescription bridge(@Selector String bridge) {
        return node.current()
                .bridge(bridge)
                .map(BridgeDetailJson::of)
                .map(state -> new BridgeDescription(
                        state, BridgeSettingsJson.of(settings, bridge).orElse(null)))
                .orElse(null);
    }

    @WriteOperation
    WebEndpointResponse<Void> operate(@Selector String bridge, Action action) {
        try {
            switch (action) {
                case PAUSE -> operations.pause(bridge);
                case RESUME -> operations.resume(bridge);
            }
        } catch (UnknownBridgeException unknown) {
            return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
        }
        return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NO_CONTENT);
    }

    @DeleteOperation
    WebEndpointResponse<List<OrphanJson>> purgeOrphans(@Selector String bridge) {
        try {
            return new WebEndpointResponse<>(
                    operations.purgeOrphans(bridge).stream().map(OrphanJson::of).toList());
        } catch (UnknownBridgeException unknown) {
            return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
        }
    }

    /** What to do to a bridge. */
    enum Action {
        PAUSE,
        RESUME
    }

    /** One bridge and its settings. */
    @JsonPropertyOrder({"state", "settings"})
    record BridgeDescription(
            BridgeDetailJson state, @Nullable BridgeSettingsJson settings) {}
}
