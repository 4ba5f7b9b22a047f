package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.QueueConsumer;
import dev.mqttdq.testkit.ServiceProcess;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Two instances that share a queue: each message lies at one of them, and is delivered to the consumers there. */
class SharedQueueIT {

    private static final String QUEUE = "declare { shared { topic_filter = \"shared/#\", is_lastvalue = false }"
            + ", copy { topic_filter = \"shared/#\", is_lastvalue = false } }";

    @TempDir
    Path directory;

    private Mosquitto local;
    private Publisher publisher;
    private QueueNode one;
    private QueueNode two;

    @BeforeEach
    void start() {
        local = Mosquitto.started();
        publisher = Publisher.to(local);
        one = member("one");
        two = member("two");
        Stream.of(one, two).forEach(node -> {
            node.process().awaitReady();
            node.queues().awaitConnected("shared");
            node.queues().awaitConnected("copy");
        });
    }

    private QueueNode member(String name) {
        return QueueNode.starting(
                name,
                directory,
                local.address(),
                QUEUE,
                builder -> builder.property("mqtt-dq.node-name", name)
                        .property("mqtt-dq.cluster.enabled", "true")
                        .property("mqtt-dq.cluster.peers", "127.0.0.1:" + builder.port()));
    }

    @AfterEach
    void stop() {
        Stream.of(one, two).forEach(QueueNode::close);
        publisher.close();
        local.close();
    }

    private void publish(int count) {
        publisher.publishEach(count, 1, "shared/t");
        assertThat(publisher.awaitAcknowledged()).isZero();
    }

    /** So many in all. */
    private void awaitStored(String queue, int count) {
        await(count + " in " + queue)
                .atMost(Duration.ofMinutes(1))
                .until(() -> one.queues().counts(queue).messages()
                                + two.queues().counts(queue).messages()
                        == count);
    }

    private static void assertAllOnce(int count, QueueConsumer... consumers) {
        await(count + " messages")
                .atMost(Duration.ofMinutes(1))
                .until(() -> numbers(consumers).size() >= count);
        assertThat(numbers(consumers))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, count).boxed().toList());
    }

    private static List<Long> numbers(QueueConsumer... consumers) {
        return Stream.of(consumers)
                .flatMap(consumer -> consumer.numbers().stream())
                .toList();
    }

    @Test
    void theShareOfAKilledOneWaitsForItsReturn() {
        publish(200);
        awaitStored("shared", 200);
        // Each queue gets everything, though both have the same filter.
        awaitStored("copy", 200);
        long share = one.queues().counts("shared").messages();
        assertThat(share).isBetween(1L, 199L);
        local.awaitAcknowledged("queue.shared.", 200);

        one.kill();

        try (QueueConsumer atTwo = two.consume("mqttv5", "shared")) {
            two.queues().await("shared", counts -> counts.messages() == 0);
            assertThat(atTwo.awaitLines((int) (200 - share)).lines()).hasSize((int) (200 - share));
            // What the broker gives to the session of the killed one waits there for it.
            publish(100);
            one.startAgain();
            try (QueueConsumer atOne = one.consume("mqttv311", "shared")) {
                assertAllOnce(300, atOne, atTwo);
            }
        }
    }

    @Test
    void oneThatIsDrainedDeliversWhatItHoldsAndLeavesTheRestToTheOther() {
        publish(100);
        awaitStored("shared", 100);

        assertThat(drain(one, 60).path("state").stringValue()).isEqualTo("draining");
        publish(100);

        try (QueueConsumer atOne = one.consume("mqttv5", "shared");
                QueueConsumer atTwo = two.consume("mqttv311", "shared");
                QueueConsumer ofCopy = one.consume("mqttv5", "copy")) {
            awaitState(one, "drained");
            ofCopy.awaitLines(1);
            long taken = one.queues().counts("shared").enqueued();
            assertThat(shared(report(one)).path("session_ended").booleanValue()).isTrue();
            publish(100);

            assertAllOnce(300, atOne, atTwo);
            assertThat(one.queues().counts("shared").enqueued()).isEqualTo(taken);
        }
    }

    @Test
    void oneThatNobodyEmptiesSaysWhatRemainsAndKeepsIt() {
        two.close();
        publish(50);
        one.queues().await("shared", counts -> counts.messages() > 0);

        drain(one, 1);
        awaitState(one, "expired");
        // Some may still come in.
        await("the report says what remains")
                .atMost(Duration.ofMinutes(1))
                .until(() -> shared(report(one)).path("remaining").longValue()
                        == one.queues().counts("shared").messages());

        JsonNode left = shared(report(one));
        long messages = left.path("remaining").longValue();
        assertThat(messages).isPositive();
        assertThat(left.path("drained").booleanValue()).isFalse();
        assertThat(left.path("reason").stringValue()).contains("nobody consumes it");
        assertThat(Path.of(left.path("directory").stringValue())).isDirectory();
        one.kill();
        one.startAgain();
        one.queues().awaitConnected("shared");
        try (QueueConsumer consumer = one.consume("mqttv5", "shared")) {
            consumer.awaitLines((int) messages);
        }
    }

    private static JsonNode drain(QueueNode node, int deadlineSeconds) {
        HttpResponse<String> answer =
                node.process().managementPost("/actuator/drain", "{\"deadline_s\": %d}".formatted(deadlineSeconds));
        return ServiceProcess.parse(answer);
    }

    private static JsonNode report(QueueNode node) {
        return ServiceProcess.parse(node.process().management("/actuator/drain"));
    }

    private static JsonNode shared(JsonNode report) {
        JsonNode queue = report.path("queues").path(1);
        assertThat(queue.path("queue").stringValue()).isEqualTo("shared");
        return queue;
    }

    private static void awaitState(QueueNode node, String state) {
        await(state)
                .atMost(Duration.ofMinutes(1))
                .until(() -> report(node).path("state").stringValue().equals(state));
    }
}
