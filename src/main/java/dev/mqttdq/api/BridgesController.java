package dev.mqttdq.api;

import dev.mqttdq.bridge.BridgeOperations;
import dev.mqttdq.bridge.EffectiveSettings;
import dev.mqttdq.bridge.UnknownBridgeException;
import dev.mqttdq.cluster.ClusterViews;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What goes beyond the plugin: everything the page shows, and what an operator can do to a bridge of this instance. */
@RestController
@RequestMapping(PluginApi.BASE)
class BridgesController {

    private final ClusterViews views;
    private final ConfigurationStates configurations;
    private final BridgeOperations operations;
    private final EffectiveSettings settings;

    BridgesController(
            ClusterViews views,
            ConfigurationStates configurations,
            BridgeOperations operations,
            EffectiveSettings settings) {
        this.views = views;
        this.configurations = configurations;
        this.operations = operations;
        this.settings = settings;
    }

    @GetMapping("/bridges")
    ResponseEntity<OverviewJson> overview() {
        return PluginApi.json(
                HttpStatus.OK, OverviewJson.of(views.current(), configurations.current(), operations.orphans()));
    }

    @GetMapping("/bridges/{bridge}/settings")
    ResponseEntity<BridgeSettingsJson> settings(@PathVariable String bridge) {
        BridgeSettingsJson found =
                BridgeSettingsJson.of(settings, bridge).orElseThrow(() -> new UnknownBridgeException(bridge));
        return PluginApi.json(HttpStatus.OK, found);
    }

    @PostMapping("/bridges/{bridge}/pause")
    ResponseEntity<Void> pause(@PathVariable String bridge) {
        operations.pause(bridge);
        return ResponseEntity.noContent().build();
    }

    @PostMapping("/bridges/{bridge}/resume")
    ResponseEntity<Void> resume(@PathVariable String bridge) {
        operations.resume(bridge);
        return ResponseEntity.noContent().build();
    }

    @DeleteMapping("/orphans/{bridge}")
    ResponseEntity<List<OrphanJson>> purgeOrphans(@PathVariable String bridge) {
        List<OrphanJson> purged =
                operations.purgeOrphans(bridge).stream().map(OrphanJson::of).toList();
        return PluginApi.json(HttpStatus.OK, purged);
    }
}
