package dev.mqttdq.api;

import dev.mqttdq.config.ConfigurationState;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Whether the sources hold a configuration that was refused. Up all the same: the last good one is in force. */
@Component("configHealthIndicator")
final class ConfigHealthIndicator implements HealthIndicator {

    private final ConfigurationStates states;

    ConfigHealthIndicator(ConfigurationStates states) {
        this.states = states;
    }

    @Override
    public Health health() {
        ConfigurationState state = states.current();
        Health.Builder health = Health.up()
                .withDetail("config", state.isRejected() ? "rejected" : "applied")
                .withDetail("generation", state.generation());
        if (!state.lastReload().problems().isEmpty()) {
            health.withDetail("problems", ConfigJson.lines(state.lastReload()));
        }
        return health.build();
    }
}
