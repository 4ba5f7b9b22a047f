package dev.mqttdq.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.ConfigurationService;
import dev.mqttdq.config.Problem;
import dev.mqttdq.config.Reload;
import dev.mqttdq.ingress.LocalSessionNotes;
import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import dev.mqttdq.store.AppendListener;
import dev.mqttdq.store.PartitionId;
import dev.mqttdq.store.PartitionQueue;
import dev.mqttdq.store.PartitionQueues;
import dev.mqttdq.store.PartitionSettings;
import dev.mqttdq.store.QueueCounters;
import dev.mqttdq.store.StorageException;
import dev.mqttdq.testkit.ConfigurationInFile;
import dev.mqttdq.testkit.Ports;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.dsl.context.IntegrationFlowContext;

/** Bridges without brokers: which run, and what becomes of the others when one cannot. */
class BridgeManagerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration RETRY = Duration.ofMillis(50);

    @TempDir
    Path directory;

    private final Set<String> broken = ConcurrentHashMap.newKeySet();
    private final PartitionQueues queues = new PartitionQueues(InstantSource.system(), System::nanoTime);
    private final AnnotationConfigApplicationContext context =
            new AnnotationConfigApplicationContext(WithIntegration.class);
    private final String nobody = "127.0.0.1:" + Ports.free();
    private volatile Runnable whenClosed = () -> {};

    @SuppressWarnings("NullAway.Init") // Each test makes its own.
    private ConfigurationService configurations;

    @SuppressWarnings("NullAway.Init") // Each test makes its own.
    private BridgeManager manager;

    @EnableIntegration
    static class WithIntegration {}

    @BeforeEach
    void makeDataDirectory() throws IOException {
        Files.createDirectories(directory.resolve("data"));
    }

    @AfterEach
    void stop() {
        whenClosed = () -> {};
        manager.stop();
        configurations.close();
        context.close();
    }

    @Test
    void aBridgeThatCannotStartHoldsUpNoOther() {
        broken.add("b");
        manager(bridge("a"), bridge("b"), bridge("c"));
        manager.start();

        awaitRunning("c");
        assertThat(isRunning("a")).isTrue();
        assertThat(isRunning("b")).isFalse();
        assertThat(problem("b"))
                .hasValueSatisfying(problem -> assertThat(problem).contains("broken on purpose"));

        broken.clear();
        awaitRunning("b");
        assertThat(problem("b")).isNotPresent();
    }

    @Test
    void aBridgeThatCannotBeNotedHoldsUpNoOther() throws IOException {
        manager(bridge("z"));
        manager.start();
        awaitRunning("z");
        preventNotes();

        Reload reload = reconfigure(bridge("a"), bridge("b"), bridge("z"));

        assertThat(reload.outcome()).isEqualTo(Reload.Outcome.FAILED);
        assertThat(reload.problems()).extracting(Problem::key).containsExactly("bridges.a", "bridges.b");
        assertThat(isRunning("z")).isTrue();
        assertThat(problem("b"))
                .hasValueSatisfying(problem -> assertThat(problem).contains("queue-directories.properties"));
        assertThat(reconfigure(bridge("b"), bridge("z")).outcome()).isEqualTo(Reload.Outcome.APPLIED);

        permitNotes();
        awaitRunning("b");
        assertThat(Files.readString(directory.resolve("data/queue-directories.properties")))
                .contains("=b");
    }

    @Test
    void aPurgeThatFailsIsTriedAgainAndHoldsUpNoOther() throws IOException {
        manager(bridge("a"), bridge("z"));
        manager.start();
        awaitRunning("a", "z");
        preventNotes();

        Reload reload = reconfigure(bridge("a", "enable = false"), bridge("z", "pool_size = 3"));

        assertThat(reload.problems()).extracting(Problem::key).containsExactly("bridges.a");
        assertThat(snapshot("z").connectors()).hasSize(3);
        assertThat(snapshot("a").enabled()).isFalse();
        assertThat(problem("a")).isPresent();

        permitNotes();
        await().atMost(PATIENCE).until(() -> problem("a").isEmpty());
        assertThat(queueOf("a")).doesNotExist();
    }

    @Test
    void aDisabledBridgeThatCannotBePurgedAtTheStartHoldsUpNoOther() throws IOException {
        Files.createDirectories(queueOf("a"));
        Files.writeString(
                directory.resolve("data/queue-directories.properties"),
                "%s = a\n%s = z\n".formatted(queueOf("a"), queueOf("z")));
        preventNotes();
        manager(bridge("a", "enable = false"), bridge("z"));
        manager.start();

        awaitRunning("z");
        assertThat(problem("a")).isPresent();
    }

    @Test
    void aBridgeThatCannotStartTakesChangesOfSendingToo() {
        broken.add("a");
        manager(bridge("a"));
        manager.start();
        await().atMost(PATIENCE).until(() -> problem("a").isPresent());

        reconfigure(bridge("a", "max_publish_retries = 7"));
        broken.clear();

        awaitRunning("a");
        assertThat(manager.slots())
                .singleElement()
                .satisfies(
                        slot -> assertThat(slot.settings().maxPublishRetries()).isEqualTo(7));
    }

    @Test
    void startsNothingAgainOnceItIsStopped() {
        broken.add("b");
        manager(bridge("a"), bridge("b"));
        manager.start();
        await().atMost(PATIENCE).until(() -> problem("b").isPresent());
        awaitRunning("a");
        // The next attempt is due while everything ends.
        whenClosed = () -> await().during(RETRY.multipliedBy(2)).until(() -> true);

        manager.stop();

        await().atMost(PATIENCE)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals("bridge-manager")));
        assertThat(isRunning("a")).isFalse();
    }

    @Test
    void countsOnceWhatItFindsInSeveralAttempts() {
        storeMessages(3, queueOf("a"));
        broken.add("a/1");
        manager(bridge("a", "buffer_pool_size = 2"));
        manager.start();
        await().atMost(PATIENCE).until(() -> problem("a").isPresent());
        assertThat(snapshot("a").enqueue()).isEqualTo(3);

        reconfigure(bridge("a", "buffer_pool_size = 2", "keepalive_s = 7"));
        broken.clear();

        awaitRunning("a");
        assertThat(snapshot("a").enqueue()).isEqualTo(3);
        assertThat(snapshot("a").dequeue()).isZero();
    }

    @Test
    void followsWhatChangedBeforeItsStart() {
        manager(bridge("a"), bridge("b"), bridge("c"));

        Reload reload = reconfigure(bridge("a", "pool_size = 3"), bridge("b", "enable = false"), bridge("d"));
        assertThat(reload.outcome()).isEqualTo(Reload.Outcome.APPLIED);
        manager.start();

        awaitRunning("a", "d");
        assertThat(manager.bridges()).extracting(BridgeSnapshot::name).containsExactly("a", "b", "d");
        assertThat(snapshot("a").connectors()).hasSize(3);
        assertThat(snapshot("b").enabled()).isFalse();
    }

    @Test
    void rebuildsManyAtOnceAndNoOther() {
        manager(bridge("a"), bridge("b"), bridge("c"));
        manager.start();
        awaitRunning("a", "b", "c");
        CyclicBarrier bothClose = new CyclicBarrier(2);
        whenClosed = () -> waitFor(bothClose);

        Reload reload = reconfigure(bridge("a", "keepalive_s = 7"), bridge("b", "keepalive_s = 7"), bridge("c"));

        assertThat(reload.outcome()).isEqualTo(Reload.Outcome.APPLIED);
        assertThat(bothClose.isBroken()).isFalse();
        assertThat(isRunning("a") && isRunning("b") && isRunning("c")).isTrue();
    }

    @Test
    void startsABridgeOnlyWhenItsLastRunHasEnded() {
        manager(Duration.ofMillis(50), bridge("a"), bridge("b"));
        manager.start();
        awaitRunning("a", "b");
        CountDownLatch mayClose = new CountDownLatch(1);
        whenClosed = () -> waitFor(mayClose);

        Reload rebuilt = reconfigure(bridge("a", "buffer_pool_size = 2"), bridge("b"));
        Reload removed = reconfigure(bridge("b"));
        Reload returned = reconfigure(bridge("a", "buffer_pool_size = 3"), bridge("b"));

        assertThat(rebuilt.problems()).singleElement().asString().contains("has not ended yet");
        assertThat(removed.outcome()).isEqualTo(Reload.Outcome.APPLIED);
        assertThat(returned.problems()).singleElement().asString().contains("has not ended yet");
        assertThat(queueOf("a").resolve("surplus-1-0")).doesNotExist();
        mayClose.countDown();
        awaitRunning("a");
    }

    private void manager(String... bridges) {
        manager(Duration.ofSeconds(20), bridges);
    }

    private void manager(Duration stopLimit, String... bridges) {
        write(bridges);
        configurations = ConfigurationInFile.of(directory.resolve("bridges.conf"), directory.resolve("data"));
        BridgeWorkshop workshop = new BridgeWorkshop(
                (settings, path, index, counters, countFound) -> {
                    if (broken.contains(settings.name()) || broken.contains(settings.name() + "/" + index)) {
                        throw new IllegalStateException("broken on purpose");
                    }
                    return watched(queues.open(
                            path,
                            new PartitionId(settings.name(), index),
                            Bridge.partitionSettings(settings),
                            counters,
                            countFound));
                },
                new BridgeFlows(context.getBean(IntegrationFlowContext.class)),
                new SimpleMeterRegistry(),
                new LocalSessionNotes(directory.resolve("data/local-sessions.properties")),
                System::nanoTime);
        QueueDirectories directories = new QueueDirectories(directory.resolve("data"));
        manager = new BridgeManager(
                configurations,
                workshop,
                directories,
                new BridgeStarter(directories, configurations::isComplete, RETRY, stopLimit));
    }

    /** In the first of two partitions. */
    private void storeMessages(int count, Path bridge) {
        QueueLayout layout = new QueueLayout(bridge);
        layout.prepare(2);
        PartitionSettings settings = new PartitionSettings(1 << 20, 1 << 20, false);
        try (PartitionQueue queue =
                queues.open(layout.partition(0), new PartitionId("a", 0), settings, new QueueCounters(), false)) {
            for (int i = 0; i < count; i++) {
                queue.append(
                        new BridgeMessage("t", new byte[0], Qos.AT_LEAST_ONCE, false, 0, MessageProperties.NONE),
                        new Unwatched());
            }
        }
    }

    /** Closing stores what was given. */
    private record Unwatched() implements AppendListener {

        @Override
        public void stored() {}

        @Override
        public void failed(StorageException reason) {
            throw reason;
        }
    }

    private PartitionQueue watched(PartitionQueue queue) {
        return (PartitionQueue) Proxy.newProxyInstance(
                PartitionQueue.class.getClassLoader(),
                new Class<?>[] {PartitionQueue.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        whenClosed.run();
                    }
                    try {
                        return method.invoke(queue, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private Reload reconfigure(String... bridges) {
        write(bridges);
        return configurations.reload().join();
    }

    private void write(String... bridges) {
        try {
            Files.writeString(
                    directory.resolve("bridges.conf"), """
                    local { server = "%s" }
                    remotes { r { server = "%s" } }
                    bridges { %s }
                    """.formatted(nobody, nobody, String.join("\n", bridges)));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String bridge(String name, String... more) {
        return """
                %s { remote = r, filter_topic = "site/#", remote_topic = "far/${topic}", pool_size = 1
                     buffer_pool_size = 1
                     %s }""".formatted(name, String.join("\n", more));
    }

    private void preventNotes() throws IOException {
        Files.createDirectory(directory.resolve("data/queue-directories.properties.new"));
    }

    private void permitNotes() throws IOException {
        Files.delete(directory.resolve("data/queue-directories.properties.new"));
    }

    private void awaitRunning(String... bridges) {
        for (String bridge : bridges) {
            await(bridge + " runs").atMost(PATIENCE).until(() -> isRunning(bridge));
        }
    }

    private boolean isRunning(String bridge) {
        return !snapshot(bridge).connectors().isEmpty();
    }

    private Optional<String> problem(String bridge) {
        return manager.slots().stream()
                .filter(slot -> slot.settings().name().equals(bridge))
                .flatMap(slot -> Optional.ofNullable(slot.problem()).stream())
                .findFirst();
    }

    private BridgeSnapshot snapshot(String bridge) {
        List<BridgeSnapshot> found = manager.bridges().stream()
                .filter(snapshot -> snapshot.name().equals(bridge))
                .toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private Path queueOf(String bridge) {
        return directory.resolve("data/emqx_bridge_mqtt_dq").resolve(bridge);
    }

    private static void waitFor(CyclicBarrier barrier) {
        try {
            barrier.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
