package dev.mqttdq.config;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints every problem of a configuration with which the service cannot start. */
final class ConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<InvalidConfigurationException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, InvalidConfigurationException cause) {
        String list = cause.problems().stream().map(problem -> "  - " + problem).collect(Collectors.joining("\n"));
        return new FailureAnalysis(
                "The configuration was refused:\n\n" + list,
                "Correct every line above; 'java -jar mqtt-dq.jar check FILE' checks a file without starting.",
                cause);
    }
}
