package dev.mqttdq.testkit;

import dev.mqttdq.config.ConfigurationLoader;
import dev.mqttdq.config.ConfigurationService;
import dev.mqttdq.hocon.ConfigFileFormats;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Executors;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** The service's configuration without the service. */
public final class ConfigurationInFile {

    private ConfigurationInFile() {}

    /** Read from a file, and watched. */
    public static ConfigurationService of(Path file, Path dataDir) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        "test",
                        Map.of("mqtt-dq.config-file", file.toString(), "mqtt-dq.data-dir", dataDir.toString())));
        return new ConfigurationService(
                new ConfigurationLoader(environment, new ConfigFileFormats(), name -> null),
                Executors.newSingleThreadScheduledExecutor(),
                Clock.systemUTC());
    }
}
