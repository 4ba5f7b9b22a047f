package dev.mqttdq.api;

import static dev.mqttdq.bridge.BridgeSnapshotBuilder.bridge;
import static dev.mqttdq.bridge.BridgeSnapshotBuilder.healthy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.bridge.BridgeSnapshot.BufferSnapshot;
import dev.mqttdq.bridge.BridgeSnapshot.LocalSnapshot;
import dev.mqttdq.cluster.LocalNode;
import dev.mqttdq.config.MessageQueueReader;
import dev.mqttdq.config.MessageQueuesSettings.Switch;
import dev.mqttdq.queues.QueueStats;
import dev.mqttdq.queues.listener.QueueListener;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class HealthTest {

    private final FakeBridges bridges = new FakeBridges();
    private final BridgesHealthIndicator health =
            new BridgesHealthIndicator(new LocalNode("node-a", bridges, () -> Instant.EPOCH, Duration.ofSeconds(5)));
    private final FakeQueues queues = new FakeQueues();
    private final QueueListener listener = Listeners.listener(Switch.OFF, 0, new SimpleMeterRegistry());
    private final StartedHealthIndicator started = new StartedHealthIndicator(bridges, queues, queues, listener);

    @BeforeEach
    void startListener() {
        listener.start();
        await("the listener has begun").until(listener::hasBegun);
    }

    @AfterEach
    void close() throws IOException {
        listener.stop();
        queues.close();
    }

    @Test
    void staysUpWhateverTheBridgesDo() {
        bridges.are(
                bridge("broken")
                        .buffer(new BufferSnapshot(0, true, true, 0, 0, 1_000, 0, "no space left"))
                        .connected(0, 0)
                        .build(),
                bridge("down").buffer(7).disconnected("refused").build());

        Health result = health.health();

        assertThat(result.getStatus()).isEqualTo(Status.UP);
        assertThat(result.getDetails())
                .containsEntry(
                        "broken",
                        Map.of(
                                "status",
                                "error",
                                "status_reason",
                                "A queue partition cannot store messages: no space left",
                                "buffered",
                                0L))
                .containsEntry(
                        "down",
                        Map.of(
                                "status",
                                "disconnected",
                                "status_reason",
                                "All connector slots are disconnected: refused",
                                "buffered",
                                7L));
    }

    @Test
    void warnsFromHalfOfTheQueueOn() {
        bridges.are(bridge("a")
                .buffer(filled(0, 499))
                .buffer(filled(1, 500))
                .connected(0, 0)
                .build());

        assertThat(health.health().getDetails())
                .containsEntry("warnings", List.of("Partition 1 of bridge a holds 50 % of queue.max_total_bytes"));
    }

    @Test
    void warnsOfNothingBelow() {
        bridges.are(healthy("a").build());

        assertThat(health.health().getDetails()).doesNotContainKey("warnings");
    }

    @Test
    void tellsOfARefusedConfigurationAndStaysUp() {
        FakeConfiguration configuration = new FakeConfiguration();
        ConfigHealthIndicator indicator = new ConfigHealthIndicator(configuration);
        assertThat(indicator.health().getDetails()).isEqualTo(Map.of("config", "applied", "generation", 3L));

        configuration.isRejected();

        assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
        assertThat(indicator.health().getDetails())
                .isEqualTo(Map.of(
                        "config",
                        "rejected",
                        "generation",
                        3L,
                        "problems",
                        List.of("bridges.to-cloud.pool_size: must be a whole number, not 'none'")));
    }

    @Test
    void tellsOfQueuesAndStaysUpWhateverTheyDo() {
        queues.create(MessageQueueReader.created(
                Map.of("name", "full", "topic_filter", "t", "limits", Map.of("max_message_count", 10))));
        queues.create(FakeQueues.queue("broken", "t"));
        queues.does("full", stats(5, true, null));
        queues.does("broken", stats(7, false, "no space left"));
        queues.hasProblems("The registry of queues was damaged");

        Health result = new QueuesHealthIndicator(queues).health();

        assertThat(result.getStatus()).isEqualTo(Status.UP);
        assertThat(result.getDetails())
                .containsEntry("full", Map.of("messages", 5L, "local_connected", true))
                .containsEntry("broken", Map.of("messages", 7L, "local_connected", false, "problem", "no space left"))
                .containsEntry(
                        "warnings",
                        List.of(
                                "The registry of queues was damaged",
                                "Queue full holds 50 % of limits.max_message_count"));
    }

    @Test
    void isNotReadyBeforeQueuesAreOpenAndTheirLocalBrokerWasTried() {
        queues.create(FakeQueues.queue("orders", "t"));
        queues.does("orders", stats(0, false, null));
        assertThat(started.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);

        queues.does("orders", stats(0, false, "refused"));
        assertThat(started.health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void isNotReadyWhileQueuesAreBeingOpened() {
        queues.create(FakeQueues.queue("orders", "t"));
        queues.does("orders", stats(0, false, "its messages are being opened"));
        queues.areBeingOpened(true);
        assertThat(started.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);

        queues.areBeingOpened(false);
        assertThat(started.health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void doesNotWaitForQueuesThatAreOff() {
        queues.create(FakeQueues.queue("orders", "t"));
        queues.does("orders", stats(0, false, null));
        queues.switchOff();

        assertThat(started.health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void isNotReadyBeforeTheListenerHasTriedItsPort() {
        QueueListener unstarted = Listeners.listener(Switch.ON, 0, new SimpleMeterRegistry());

        assertThat(new StartedHealthIndicator(bridges, queues, queues, unstarted)
                        .health()
                        .getStatus())
                .isEqualTo(Status.OUT_OF_SERVICE);
    }

    @Test
    void isNotReadyBeforeStoresAreOpenAndTheLocalBrokerWasTried() {
        bridges.are(healthy("a").local(new LocalSnapshot(false, false, null)).build());
        assertThat(started.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);

        bridges.are(bridge("a")
                .buffer(new BufferSnapshot(0, false, false, 0, 0, 1_000, 0, null))
                .build());
        assertThat(started.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
    }

    @Test
    void isReadyWithBrokersDownAndStoresThatFailed() {
        bridges.are(
                bridge("a")
                        .local(new LocalSnapshot(false, false, "refused"))
                        .buffer(new BufferSnapshot(0, false, true, 0, 0, 1_000, 0, "locked"))
                        .disconnected("refused")
                        .build(),
                bridge("off").disabled().build());

        assertThat(started.health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void staysReadyWhileABridgeIsRebuilt() {
        bridges.are(healthy("a").build());
        assertThat(started.health().getStatus()).isEqualTo(Status.UP);

        bridges.are(bridge("a").local(new LocalSnapshot(false, false, null)).build());

        assertThat(started.health().getStatus()).isEqualTo(Status.UP);
    }

    private static QueueStats stats(long messages, boolean localConnected, @Nullable String problem) {
        return new QueueStats(messages, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, localConnected, problem);
    }

    private static BufferSnapshot filled(int index, long bytes) {
        return new BufferSnapshot(index, true, false, 1, bytes, 1_000, 0, null);
    }
}
