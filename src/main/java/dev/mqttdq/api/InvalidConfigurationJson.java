package dev.mqttdq.api;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.mqttdq.config.InvalidConfigurationException;
import dev.mqttdq.config.Problem;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All that is wrong with a configuration; never a secret. */
@JsonPropertyOrder({"code", "message", "problems"})
record InvalidConfigurationJson(String code, String message, List<ProblemJson> problems) {

    static InvalidConfigurationJson of(InvalidConfigurationException invalid) {
        return new InvalidConfigurationJson(
                "BAD_REQUEST",
                "The configuration is refused as a whole; nothing was changed",
                invalid.problems().stream().map(ProblemJson::of).toList());
    }

    /** The same with every problem in the message too, for those who look at nothing else. */
    static InvalidConfigurationJson listing(InvalidConfigurationException invalid) {
        String message = invalid.problems().stream().map(Problem::toString).collect(Collectors.joining("; "));
        return new InvalidConfigurationJson("BAD_REQUEST", message, of(invalid).problems());
    }

    @JsonPropertyOrder({"key", "value", "allowed"})
    record ProblemJson(String key, @Nullable String value, String allowed) {

        static ProblemJson of(Problem problem) {
            return new ProblemJson(problem.key(), problem.value(), problem.allowed());
        }
    }
}
