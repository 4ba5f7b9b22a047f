package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.Reload;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.TestBroker;
import dev.mqttdq.testkit.Threads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;

/** Queues between a real local broker and clients inside this JVM. */
class MessageQueuesIT {

    private static final String NO_QUEUES = "";

    @TempDir
    Path directory;

    private TestBroker local;

    @BeforeEach
    void startBroker() {
        local = TestBroker.started();
    }

    @AfterEach
    void stopBroker() {
        local.close();
    }

    private QueueService start(String hocon) {
        return QueueService.start(directory, local, hocon);
    }

    private void publish(int messages, String... topics) {
        Publisher.publishAll(local, messages, 1, topics);
    }

    private static List<String> numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(Integer::toString).toList();
    }

    @Test
    void runsNothingWhileThereIsNothing() {
        try (QueueService service = start(NO_QUEUES)) {
            assertThat(service.queues().queues()).isEmpty();
            // Those of a service before may be about to end.
            await("no threads")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> Threads.of("queue-manager").isEmpty());
        }
    }

    @Test
    void keepsMessagesForWhoeverComes() {
        try (QueueService service = start(NO_QUEUES)) {
            service.create(QueueService.regular("orders", "orders/#"));
            publish(200, "orders/a");
            service.await("orders", stats -> stats.messages() == 200);
        }
        local.close();
        local = TestBroker.started();
        try (QueueService service = start(NO_QUEUES)) {
            QueueClient client = service.subscribe("orders");

            assertThat(client.await(200)).isEqualTo(numbers(0, 200));
            QueueStats stats = service.await("orders", now -> now.acked() == 200 && now.messages() == 0);
            assertThat(stats.enqueued()).isEqualTo(200);
            assertThat(stats.problem()).isNull();
        }
        try (QueueService service = start(NO_QUEUES)) {
            assertThat(service.await("orders", QueueStats::localConnected).messages())
                    .isZero();
        }
    }

    @Test
    void keepsTheLastValueOfEachKey() {
        try (QueueService service = start(NO_QUEUES)) {
            service.create(QueueService.lastValue("state", "state/#"));
            publish(100, "state/a", "state/b");
            service.await("state", stats -> stats.replaced() == 198 && stats.messages() == 2);

            assertThat(service.subscribe("state").await(2)).containsExactly("99", "99");
        }
    }

    @Test
    void keepsNoMoreThanItsLimit() {
        try (QueueService service = start(NO_QUEUES)) {
            service.create(QueueService.limited("newest", "t/#", 10));
            publish(50, "t/a");
            service.await("newest", stats -> stats.dropped() == 40 && stats.messages() == 10);

            assertThat(service.subscribe("newest").await(10)).isEqualTo(numbers(40, 50));
        }
    }

    @Test
    void inheritsNothingFromADeletedQueueOfTheSameName() throws IOException {
        try (QueueService service = start(NO_QUEUES)) {
            QueueClient client = service.subscribe("again").silent();
            service.create(QueueService.regular("again", "t/#"));
            publish(20, "t/a");
            client.await(10);
            service.queues().delete("again");
            assertThat(service.queues().find("again")).isEmpty();
            assertThat(queueDirectories()).isEmpty();
            publish(5, "t/a");

            service.create(QueueService.regular("again", "t/#"));
            publish(3, "t/b");
            assertThat(client.await(13).subList(10, 13)).isEqualTo(numbers(0, 3));
            assertThat(service.stats("again").enqueued()).isEqualTo(3);
        }
    }

    private List<Path> queueDirectories() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("data/message_queues"))) {
            return files.filter(file -> !file.getFileName().toString().startsWith("registry"))
                    .toList();
        }
    }

    @Test
    void finishesADeletionThatACrashCutShort() throws IOException {
        String id;
        try (QueueService service = start(NO_QUEUES)) {
            service.create(QueueService.regular("kept", "t/#"));
            id = service.queues().find("kept").orElseThrow().definition().id();
        }
        Path queues = directory.resolve("data/message_queues");
        Files.createFile(queues.resolve(id + ".deleted"));
        Files.createDirectory(queues.resolve("gone"));
        Files.createFile(queues.resolve("gone.deleted"));
        try (QueueService service = start(NO_QUEUES)) {
            service.await("kept", QueueStats::localConnected);

            assertThat(queueDirectories()).containsExactly(queues.resolve(id));
        }
    }

    @Test
    void runsTheOthersWhereOneHasNoDirectory() throws IOException {
        String declared = "queues { declare { bad { topic_filter = \"t/#\", is_lastvalue = false }"
                + ", good { topic_filter = \"t/#\", is_lastvalue = false } } }";
        String id;
        try (QueueService service = start(declared)) {
            id = service.queues().find("bad").orElseThrow().definition().id();
            service.await("bad", QueueStats::localConnected);
        }
        Path bad = directory.resolve("data/message_queues").resolve(id);
        FileSystemUtils.deleteRecursively(bad);
        Files.writeString(bad, "no directory");
        try (QueueService service = start(declared)) {
            service.await("good", QueueStats::localConnected);
            publish(30, "t/a");

            assertThat(service.subscribe("good").await(30)).isEqualTo(numbers(0, 30));
            assertThat(service.stats("bad").problem()).isNotNull();
            assertThat(service.stats("bad").enqueued()).isZero();
            Files.delete(bad);
            assertThat(service.subscribe("bad").await(30)).isEqualTo(numbers(0, 30));
        }
    }

    @Test
    void leavesASubscriptionSilentThatNamesAnotherFilter() {
        try (QueueService service = start(NO_QUEUES)) {
            service.create(QueueService.regular("q", "t/#"));
            QueueClient silent = service.subscribe("q/other/#");
            QueueClient heard = service.subscribe("q/t/#");
            publish(5, "t/a");

            heard.await(5);
            assertThat(silent.numbers()).isEmpty();
            QueueStats stats = service.await("q", now -> now.silent() == 1);
            assertThat(stats.problem()).contains("another filter");
            service.queues().delete("q");
            service.create(QueueService.regular("q", "other/#"));
            publish(5, "other/a");
            silent.await(5);
        }
    }

    @Test
    void makesAQueueForASubscriptionThatNamesAFilter() {
        try (QueueService service =
                start("queues { enable = true, auto_create.lastvalue.key_expression = message.topic }")) {
            QueueClient client = service.subscribe("made/t/#");
            service.await("made", QueueStats::localConnected);
            publish(1, "t/a", "t/b");

            client.await(2);
            assertThat(service.queues()
                            .find("made")
                            .orElseThrow()
                            .definition()
                            .settings()
                            .lastValue())
                    .isTrue();
        }
    }

    @Test
    void followsTheConfigurationWithoutTouchingOtherQueues() {
        String one = "one { topic_filter = \"t/#\", is_lastvalue = false, consumer_max_inflight = %d }";
        String two = "two { topic_filter = \"u/#\", is_lastvalue = false }";
        try (QueueService service = start("queues { declare { " + one.formatted(3) + " } }")) {
            service.await("one", QueueStats::localConnected);
            QueueClient client = service.subscribe("one").silent();
            publish(10, "t/a");
            client.await(3);

            Reload reload = service.reconfigure("queues { declare { " + one.formatted(5) + ", " + two + " } }");
            assertThat(reload.outcome()).isIn(Reload.Outcome.APPLIED, Reload.Outcome.UNCHANGED);
            assertThat(client.await(5)).isEqualTo(numbers(0, 5));
            assertThat(service.await("one", stats -> stats.inflight() == 5).localConnected())
                    .isTrue();
            service.await("two", QueueStats::localConnected);
        }
    }

    @Test
    void findsTheKeysInAnotherPropertyAndGoesToTheBrokerAnew() {
        String queues = "queues { from_property = \"%s\", declare { state { topic_filter = \"t/#\" } } }";
        try (QueueService service = start(queues.formatted("unknown"));
                Publisher publisher = Publisher.to(local)) {
            service.await("state", QueueStats::localConnected);
            QueueClient client = service.subscribe("state");
            MqttProperties from = new MqttProperties();
            from.setUserProperties(List.of(new UserProperty("client", "device-7")));
            publisher.publish("t/a", 1, false, from);
            service.await("state", stats -> stats.dropped() == 1);

            service.reconfigure(queues.formatted("client"));
            service.await("state", QueueStats::localConnected);
            publisher.publish("t/a", 1, false, from);
            // What the broker was not told in time, it may have sent again.
            await("the second")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> client.numbers().contains("1"));
            assertThat(service.stats("state").subscribers()).isEqualTo(1);
        }
    }
}
