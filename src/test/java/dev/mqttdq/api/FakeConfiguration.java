package dev.mqttdq.api;

import dev.mqttdq.config.ClusterSettings;
import dev.mqttdq.config.Configuration;
import dev.mqttdq.config.ConfigurationState;
import dev.mqttdq.config.LocalSettings;
import dev.mqttdq.config.MessageQueuesSettings;
import dev.mqttdq.config.Problem;
import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.config.Reload;
import dev.mqttdq.config.Secret;
import dev.mqttdq.config.SslSettings;
import dev.mqttdq.message.Qos;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** An empty configuration, the third; its file may hold one that was refused. */
final class FakeConfiguration implements ConfigurationStates {

    static final Instant SINCE = Instant.parse("2026-01-15T09:00:00Z");
    static final Problem PROBLEM = new Problem("bridges.to-cloud.pool_size", "none", "must be a whole number");

    static final MessageQueuesSettings QUEUES = new MessageQueuesSettings(
            new MessageQueuesSettings.Options(
                    MessageQueuesSettings.Switch.AUTO,
                    100,
                    Duration.ofHours(1),
                    Duration.ofSeconds(10),
                    new MessageQueuesSettings.AutoCreate(null, null)),
            new MessageQueuesSettings.Listener(
                    MessageQueuesSettings.Switch.AUTO, 1_884, false, null, Map.of(), List.of()),
            null,
            null,
            Map.of());

    private static final Configuration CONFIGURATION = new Configuration(
            Path.of("/data"),
            "node-a",
            new LocalSettings(
                    "localhost:1883",
                    null,
                    "",
                    Secret.NONE,
                    SslSettings.OFF,
                    ProtocolVersion.V5,
                    Duration.ofSeconds(60),
                    "mqtt-dq-",
                    Duration.ofDays(1),
                    1_024,
                    Qos.EXACTLY_ONCE,
                    2),
            new ClusterSettings(false, List.of(), Duration.ofSeconds(5), "mqtt-dq"),
            Map.of(),
            Map.of(),
            QUEUES);

    private volatile List<Problem> problems = List.of();

    void isFine() {
        problems = List.of();
    }

    void isRejected() {
        problems = List.of(PROBLEM);
    }

    @Override
    public ConfigurationState current() {
        Reload.Outcome outcome = problems.isEmpty() ? Reload.Outcome.APPLIED : Reload.Outcome.REJECTED;
        return new ConfigurationState(
                CONFIGURATION, 3, "/etc/mqtt-dq/bridges.conf", SINCE, List.of(), new Reload(SINCE, outcome, problems));
    }
}
