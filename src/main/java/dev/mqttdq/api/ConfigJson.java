package dev.mqttdq.api;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.mqttdq.config.ConfigurationState;
import dev.mqttdq.config.Problem;
import dev.mqttdq.config.Reload;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** Which configuration is in force, and what became of the latest attempt to take another one. Holds no secret. */
@JsonNaming(SnakeCaseStrategy.class)
@JsonPropertyOrder({"generation", "source", "since", "last_reload"})
record ConfigJson(long generation, String source, String since, ReloadJson lastReload) {

    static ConfigJson of(ConfigurationState state) {
        return new ConfigJson(
                state.generation(), state.source(), state.since().toString(), ReloadJson.of(state.lastReload()));
    }

    @JsonPropertyOrder({"at", "outcome", "problems"})
    record ReloadJson(String at, String outcome, List<String> problems) {

        static ReloadJson of(Reload reload) {
            return new ReloadJson(
                    reload.at().toString(), reload.outcome().name().toLowerCase(Locale.ROOT), lines(reload));
        }
    }

    /** What is wrong, one line each. */
    static List<String> lines(Reload reload) {
        return reload.problems().stream().map(Problem::toString).toList();
    }
}
