package dev.mqttdq.config;

import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.cloud.kubernetes.commons.config.ConfigMapPropertySource;
import org.springframework.core.env.CompositePropertySource;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * The ConfigMap among the property sources. When one that was there is gone, nobody has said that its bridges shall end:
 * what it said last stays in force. Spring Cloud makes no difference between the two, nor from one that it cannot read.
 *
 * <p>Safe for use by several threads.
 */
final class ConfigMaps {

    private final ConfigurableEnvironment environment;
    private volatile boolean seen;

    ConfigMaps(ConfigurableEnvironment environment) {
        this.environment = environment;
    }

    /** Whether the Kubernetes API has answered, if only that there is no ConfigMap; a change is noticed from then on. */
    static boolean areRead(ConfigurableEnvironment environment) {
        return in(environment).findAny().isPresent();
    }

    /** Whether there is none to wait for: they have been read, or nobody reads any here. */
    boolean areKnown() {
        return !CloudPlatform.KUBERNETES.isActive(environment)
                || !environment.getProperty("spring.cloud.kubernetes.config.enabled", Boolean.class, true)
                || areRead(environment);
    }

    /**
     * To be called before the property sources are read.
     *
     * @throws InvalidConfigurationException if a ConfigMap that was there is gone, empty, or could not be read
     */
    void check() {
        if (in(environment).anyMatch(configMap -> !configMap.isEmpty())) {
            seen = true;
        } else if (seen) {
            throw new InvalidConfigurationException(List.of(new Problem(
                    "ConfigMap", null, "is gone, empty or cannot be read; what it said last stays in force")));
        }
    }

    private static Stream<ConfigMapPropertySource> in(ConfigurableEnvironment environment) {
        return environment.getPropertySources().stream()
                .flatMap(source -> source instanceof CompositePropertySource several
                        ? several.getPropertySources().stream()
                        : Stream.of(source))
                .filter(ConfigMapPropertySource.class::isInstance)
                .map(ConfigMapPropertySource.class::cast);
    }
}
