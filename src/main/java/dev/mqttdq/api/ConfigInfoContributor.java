package dev.mqttdq.api;

import dev.mqttdq.config.ConfigurationState;
import java.util.Map;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.stereotype.Component;

/** The generation of the configuration beside the version of the build. */
@Component
final class ConfigInfoContributor implements InfoContributor {

    private final ConfigurationStates states;

    ConfigInfoContributor(ConfigurationStates states) {
        this.states = states;
    }

    @Override
    public void contribute(Info.Builder builder) {
        ConfigurationState state = states.current();
        builder.withDetail(
                "config",
                Map.of(
                        "generation",
                        state.generation(),
                        "source",
                        state.source(),
                        "since",
                        state.since().toString()));
    }
}
