package dev.mqttdq.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.MqttDqApplication;
import dev.mqttdq.bridge.BridgeStatus;
import dev.mqttdq.session.ClientIdHash;
import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.Ports;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.Subscriber;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.cloud.context.refresh.ContextRefresher;
import org.springframework.context.ConfigurableApplicationContext;

/** What a running instance does when it is told of others. */
class BecomingSeveralIT {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int MESSAGES = 50;

    private final int port = Ports.free();

    @TempDir
    private Path directory;

    @Test
    void subscribesAsOneOfSeveralInTheSessionThatItHadAlone() throws IOException {
        write("mqtt-dq.cluster.enabled = false");
        try (Mosquitto broker = Mosquitto.started();
                ConfigurableApplicationContext context = run(broker)) {
            ClusterViews views = context.getBean(ClusterViews.class);
            awaitOk(views);
            assertThat(sessions().stringPropertyNames()).containsExactly("mqtt-dq-shared");

            write("mqtt-dq.cluster.enabled = true", "mqtt-dq.cluster.peers = 127.0.0.1:" + port);
            context.getBean(ContextRefresher.class).refresh();

            awaitSession("mqtt-dq-shared", "$share/mqtt-dq/site/#");
            awaitOk(views);
        }
    }

    @Test
    void takesWhatWaitedMeanwhileWhenItBecomesOneOfSeveral() throws IOException {
        switchWhileMessagesWait(
                "mqtt-dq.cluster.enabled = false",
                "mqtt-dq.cluster.enabled = true\nmqtt-dq.cluster.peers = 127.0.0.1:" + port,
                "mqtt-dq-shared",
                "$share/mqtt-dq/site/#");
    }

    @Test
    void takesWhatWaitedMeanwhileWhenItIsAloneAgain() throws IOException {
        switchWhileMessagesWait(
                "mqtt-dq.cluster.enabled = true\nmqtt-dq.cluster.peers = 127.0.0.1:" + port,
                "mqtt-dq.cluster.enabled = false",
                "mqtt-dq-shared-" + ClientIdHash.of("node-a"),
                "site/#");
    }

    private void switchWhileMessagesWait(String before, String after, String session, String subscribed)
            throws IOException {
        write(before);
        try (Mosquitto broker = Mosquitto.started();
                Subscriber far = Subscriber.to(broker, "far/#");
                Publisher publisher = Publisher.to(broker)) {
            try (ConfigurableApplicationContext context = run(broker)) {
                awaitOk(context.getBean(ClusterViews.class));
            }
            publisher.publishEach(MESSAGES, 1, "site/a");
            assertThat(publisher.awaitAcknowledged()).isZero();

            write(after);
            try (ConfigurableApplicationContext context = run(broker)) {
                assertThat(far.awaitDistinct(MESSAGES).missing(publisher.acknowledged(), topic -> "far/x"))
                        .isEmpty();
                awaitSession(session, subscribed);
                awaitOk(context.getBean(ClusterViews.class));
                publisher.publishEach(MESSAGES, 1, "site/a");
                assertThat(publisher.awaitAcknowledged()).isZero();
                // One subscription is left: each comes once.
                assertThat(far.awaitDistinct(2 * MESSAGES).duplicates()).isZero();
            }
        }
    }

    private void awaitSession(String clientId, String filter) {
        await("the session " + clientId + " with " + filter)
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(sessions())
                        .containsOnlyKeys(clientId)
                        .allSatisfy((client, subscribed) -> assertThat(
                                        subscribed.toString().lines().skip(1))
                                .containsExactly("2 " + filter)));
    }

    @Test
    void followsAListOfOthersWithoutARestart() throws IOException {
        write("mqtt-dq.cluster.enabled = true", "mqtt-dq.cluster.peers = 127.0.0.1:1");
        try (Mosquitto broker = Mosquitto.started();
                ConfigurableApplicationContext context = run(broker)) {
            ClusterViews views = context.getBean(ClusterViews.class);
            assertThat(views.current().failed()).extracting(FailedNode::node).containsExactly("127.0.0.1:1");

            write(
                    "mqtt-dq.cluster.enabled = true",
                    "mqtt-dq.cluster.peers = 127.0.0.1:" + port,
                    "mqtt-dq.cluster.timeout_ms = 4000");
            context.getBean(ContextRefresher.class).refresh();

            await("the new list").atMost(PATIENCE).until(() -> views.current().complete());
            assertThat(views.current().timeout()).isEqualTo(Duration.ofSeconds(4));
        }
    }

    private static void awaitOk(ClusterViews views) {
        await("connected")
                .atMost(PATIENCE)
                .until(() -> views.current()
                        .bridge("shared")
                        .filter(bridge -> bridge.status() == BridgeStatus.OK)
                        .isPresent());
    }

    private void write(String... lines) throws IOException {
        Files.writeString(directory.resolve("cluster.properties"), String.join("\n", lines));
    }

    private Properties sessions() throws IOException {
        Properties sessions = new Properties();
        try (InputStream in = Files.newInputStream(directory.resolve("data/local-sessions.properties"))) {
            sessions.load(in);
        }
        return sessions;
    }

    private ConfigurableApplicationContext run(Mosquitto broker) {
        return SpringApplication.run(
                MqttDqApplication.class,
                "--server.port=" + port,
                "--management.server.port=0",
                "--spring.config.additional-location=file:" + directory.resolve("cluster.properties"),
                "--spring.security.user.password=secret",
                "--mqtt-dq.node-name=node-a",
                "--mqtt-dq.data-dir=" + directory.resolve("data"),
                "--mqtt-dq.local.server=" + broker.address(),
                "--mqtt-dq.remotes.far.server=" + broker.address(),
                "--mqtt-dq.bridges.shared.remote=far",
                "--mqtt-dq.bridges.shared.filter_topic=site/#",
                "--mqtt-dq.bridges.shared.remote_topic=far/x");
    }
}
