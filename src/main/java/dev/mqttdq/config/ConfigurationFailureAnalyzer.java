package dev.mqttdq.config;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints every problem of a configuration with which the service cannot start. */
final class ConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<InvalidConfigurationException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, InvalidConfigurationException cause) {
        return new FailureAnalysis(
                "The configuration was refused:\n\n" + Problem.lines(cause.problems()),
                "Correct every line above; 'java -jar mqtt-dq.jar check FILE' checks a file without starting.",
                cause);
    }
}
