package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.Publisher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two instances with the same declared queues at one broker that knows shared subscriptions. */
class SharedQueuesIT {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int MESSAGES = 200;
    private static final String QUEUES = """
            queues.declare {
              orders { topic_filter = "orders/#", is_lastvalue = false }
              audit { topic_filter = "orders/#", is_lastvalue = false }
            }
            """;

    @TempDir
    Path directory;

    private Mosquitto broker;
    private QueueService one;
    private QueueService other;

    @BeforeEach
    void startAll() throws IOException {
        broker = Mosquitto.started();
        one = start("one");
        other = start("other");
        for (QueueService service : List.of(one, other)) {
            service.await("orders", QueueStats::localConnected);
            service.await("audit", QueueStats::localConnected);
        }
    }

    private QueueService start(String node) throws IOException {
        return QueueService.start(
                Files.createDirectory(directory.resolve(node)),
                broker,
                QUEUES,
                "--mqtt-dq.node-name=" + node,
                "--mqtt-dq.cluster.enabled=true",
                "--mqtt-dq.cluster.peers=127.0.0.1:1");
    }

    @AfterEach
    void stopAll() {
        one.close();
        other.close();
        broker.close();
    }

    @Test
    void eachQueueHasEveryMessageOnceAtOneOfThem() {
        try (Publisher publisher = Publisher.to(broker)) {
            publisher.publishEach(MESSAGES, 1, "orders/a");
            assertThat(publisher.awaitAcknowledged()).isZero();
        }

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Stream.of("orders", "audit").map(this::stored))
                        .containsOnly((long) MESSAGES));
        assertThat(Stream.of(one, other).map(service -> service.stats("orders").enqueued()))
                .allSatisfy(share -> assertThat(share).isPositive());
    }

    @Test
    void whoIsAttachedToOneGetsNothingOfTheOther() {
        QueueClient client = one.subscribe("orders");
        try (Publisher publisher = Publisher.to(broker)) {
            publisher.publishEach(MESSAGES, 1, "orders/a");
            assertThat(publisher.awaitAcknowledged()).isZero();
        }
        await("all are at the client or at the other")
                .atMost(PATIENCE)
                .until(() -> client.numbers().size() + other.stats("orders").messages() == MESSAGES);
        one.await("orders", stats -> stats.messages() == 0);

        long left = other.stats("orders").messages();
        assertThat(left).isPositive();
        assertThat(client.numbers()).hasSize((int) (MESSAGES - left));
        assertThat(other.subscribe("orders").await((int) left)).doesNotContainAnyElementsOf(client.numbers());
    }

    private long stored(String queue) {
        return one.stats(queue).enqueued() + other.stats(queue).enqueued();
    }
}
