package dev.mqttdq.bridge;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.config.ConfigurationService;
import dev.mqttdq.config.EffectiveConfiguration;
import java.util.Map;
import java.util.Optional;

/** Reads the configuration in force, with secrets masked. */
record ConfiguredSettings(ConfigurationService configurations) implements EffectiveSettings {

    @Override
    public Optional<Map<String, Object>> bridge(String name) {
        return configured(name).map(EffectiveConfiguration::of);
    }

    @Override
    public Optional<Map<String, Object>> remoteOf(String bridge) {
        return configured(bridge).map(settings -> EffectiveConfiguration.of(settings.remote()));
    }

    private Optional<BridgeSettings> configured(String name) {
        return Optional.ofNullable(configurations.current().bridges().get(name));
    }
}
