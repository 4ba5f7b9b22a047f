package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.QueueConsumer;
import dev.mqttdq.testkit.QueueCounts;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
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
import tools.jackson.databind.json.JsonMapper;

/** The disk fails one queue: the others go on, and what was not stored stays at the local broker. */
class BrokenDiskIT {

    private static final int MESSAGES = 200;

    @TempDir
    Path directory;

    private Mosquitto local;
    private QueueNode node;

    @BeforeEach
    void start() {
        local = Mosquitto.started();
        node = QueueNode.started("disk", directory, local.address(), "");
        node.queues().createRegular("bad", "t/#", "");
        node.queues().createRegular("good", "t/#", "");
    }

    @AfterEach
    void stop() {
        node.close();
        local.close();
    }

    private void publish(int count) {
        try (Publisher publisher = Publisher.to(local).payloadBytes(100_000)) {
            publisher.publishEach(count, 1, "t/a");
            assertThat(publisher.awaitAcknowledged()).isZero();
        }
    }

    private Path filesOf(String queue) throws IOException {
        Path queues = directory.resolve("disk/message_queues");
        for (JsonNode known : JsonMapper.shared()
                .readTree(Files.readString(queues.resolve("registry.json")))
                .path("queues")) {
            if (known.path("name").stringValue().equals(queue)) {
                return queues.resolve(known.path("id").stringValue());
            }
        }
        throw new IllegalStateException("no queue " + queue);
    }

    private void assertConsumed(String queue, int count) {
        try (QueueConsumer consumer = node.consume("mqttv5", queue)) {
            await(count + " messages")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> consumer.numbers().size() >= count);
            assertThat(consumer.numbers())
                    .containsExactlyInAnyOrderElementsOf(
                            LongStream.range(0, count).boxed().toList());
        }
    }

    @Test
    void aFullDiskOfOneHoldsBackNoOther() throws Exception {
        Path files = filesOf("bad");
        node.kill();
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", files.toString()) == 0,
                "cannot mount a tmpfs here");
        try {
            node.startAgain();
            node.queues().awaitConnected("bad");
            Path filler = files.resolve("filler");
            fill(filler);

            publish(MESSAGES);
            node.queues()
                    .await("bad", counts -> String.valueOf(counts.problem()).contains("full"));
            node.queues().await("good", counts -> counts.enqueued() == MESSAGES);
            assertConsumed("good", MESSAGES);
            assertThat(node.process().management("/actuator/health").body()).contains("full");
            assertThat(node.process().management("/actuator/health/liveness").statusCode())
                    .isEqualTo(200);

            Files.delete(filler);
            node.queues().await("bad", counts -> counts.messages() == MESSAGES && counts.problem() == null);
            assertConsumed("bad", MESSAGES);
        } finally {
            node.kill();
            run("umount", files.toString());
        }
    }

    private static void fill(Path filler) {
        byte[] block = new byte[64 * 1024];
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
    }

    @Test
    void aCorruptedFileOfOneHoldsBackNeitherTheStartNorOthers() throws Exception {
        publish(20);
        node.queues().await("bad", counts -> counts.messages() == 20);
        node.queues().await("good", counts -> counts.messages() == 20);
        local.awaitAcknowledged("queue.bad.", 20);
        local.awaitAcknowledged("queue.good.", 20);
        node.kill();
        for (Path segment : segments(filesOf("bad"))) {
            Files.write(segment, new byte[(int) Files.size(segment)]);
        }

        node.startAgain();

        node.queues().awaitConnected("good");
        assertConsumed("good", 20);
        QueueCounts bad = node.queues().await("bad", QueueCounts::localConnected);
        assertThat(bad.problem()).isNotNull();
        assertThat(bad.messages()).isZero();
        publish(10);
        assertConsumed("bad", 10);
    }

    private static List<Path> segments(Path files) throws IOException {
        try (Stream<Path> all = Files.walk(files)) {
            List<Path> segments = all.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(".seg"))
                    .toList();
            assertThat(segments).isNotEmpty();
            return segments;
        }
    }
}
