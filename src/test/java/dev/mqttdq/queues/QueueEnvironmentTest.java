package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.config.LocalSettings;
import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.config.Secret;
import dev.mqttdq.config.ServerAddress;
import dev.mqttdq.config.SslSettings;
import dev.mqttdq.ingress.LocalSessionNotes;
import dev.mqttdq.ingress.LocalSubscription;
import dev.mqttdq.ingress.LocalSubscription.Instance;
import dev.mqttdq.message.Qos;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueueEnvironmentTest {

    private static final LocalSettings LOCAL = new LocalSettings(
            "localhost:1883",
            new ServerAddress("localhost", 1883),
            "",
            Secret.NONE,
            SslSettings.OFF,
            ProtocolVersion.V5,
            Duration.ofMinutes(1),
            "mqtt-dq-",
            Duration.ofDays(1),
            1024,
            Qos.EXACTLY_ONCE,
            2);

    @TempDir
    private Path directory;

    @Test
    void oneInstanceAloneTakesEveryMessage() {
        assertThat(subscription("orders", "1", new Instance("node-0", null)).subscribedFilter())
                .isEqualTo("orders/#");
    }

    @Test
    void instancesShareTheMessagesOfAQueue() {
        LocalSubscription one = subscription("orders", "1", new Instance("node-0", "plant"));
        LocalSubscription other = subscription("orders", "2", new Instance("node-1", "plant"));

        assertThat(one.subscribedFilter()).isEqualTo("$share/plant.orders/orders/#");
        assertThat(other.subscribedFilter()).isEqualTo(one.subscribedFilter());
        assertThat(other.clientId()).isNotEqualTo(one.clientId());
    }

    @Test
    void queuesWithTheSameFilterGetACopyEach() {
        Instance member = new Instance("node-0", "plant");

        assertThat(subscription("audit", "1", member).subscribedFilter())
                .isNotEqualTo(subscription("orders", "1", member).subscribedFilter());
    }

    @Test
    void aQueueNamedAfterAFilterHasAGroupThatBrokersTake() {
        assertThat(subscription("/a b/+/#", "1", new Instance("node-0", "plant"))
                        .subscribedFilter())
                .isEqualTo("$share/plant.%2Fa%20b%2F%2B%2F%23/orders/#");
    }

    private LocalSubscription subscription(String queue, String id, Instance instance) {
        QueueEnvironment environment = new QueueEnvironment(LOCAL, instance, new PublisherProperties(null, null));
        return environment.subscription(
                new QueueDefinition(QueueService.regular(queue, "orders/#"), id, false),
                new LocalSessionNotes(directory.resolve("sessions.properties")));
    }
}
