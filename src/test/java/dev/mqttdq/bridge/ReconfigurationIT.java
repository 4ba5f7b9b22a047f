package dev.mqttdq.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.ConfigurationService;
import dev.mqttdq.config.Problem;
import dev.mqttdq.config.Reload;
import dev.mqttdq.testkit.BridgeStats;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.Subscriber;
import dev.mqttdq.testkit.TcpProxy;
import dev.mqttdq.testkit.TestBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A running service gets another configuration: what changes, and above all what does not. */
class ReconfigurationIT {

    private static final String[] TOPICS =
            IntStream.range(0, 6).mapToObj(topic -> "site/" + topic).toArray(String[]::new);

    @TempDir
    Path directory;

    private TestBroker local;
    private TestBroker remote;
    private TcpProxy toA;
    private TcpProxy toB;
    private Publisher publisher;

    @BeforeEach
    void startBrokers() {
        local = TestBroker.started();
        remote = TestBroker.started();
        toA = TcpProxy.to(remote);
        toB = TcpProxy.to(remote);
        publisher = Publisher.to(local);
    }

    @AfterEach
    void stopBrokers() {
        publisher.close();
        toA.close();
        toB.close();
        remote.close();
        local.close();
    }

    @Test
    void changesOneBridgeUnderLoadAndLeavesTheOtherAlone() {
        toA.refuse();
        try (InProcessService service = start(bridge("a", "old/${topic}", ""), bridge("b", "b/${topic}", ""));
                Subscriber atRemote = Subscriber.to(remote, "old/#", "new/#", "b/#")) {
            service.status().awaitOk("b");
            publisher.publishEach(400, 1, TOPICS);
            service.status().await("a", stats -> stats.buffered() == 2400);
            service.status().awaitClosed("b");
            int connectionsOfB = toB.connections();

            publisher.publishEach(100, 1, TOPICS);
            Reload reload = service.reconfigure(
                    config(bridge("a", "new/${topic}", "buffer_pool_size = 7"), bridge("b", "b/${topic}", "")));

            assertThat(reload.outcome()).isIn(Reload.Outcome.APPLIED, Reload.Outcome.UNCHANGED);
            service.status().await("a", stats -> stats.enqueue() >= 3000);
            toA.accept();
            publisher.publishEach(50, 1, TOPICS);
            atRemote.awaitDistinct(6600);

            assertThat(atRemote.log().arrivals())
                    .noneMatch(arrival -> arrival.topic().startsWith("old/"));
            assertThat(atRemote.log().outOfOrder()).isEmpty();
            assertThat(toB.connections()).isEqualTo(connectionsOfB);
            assertThat(service.status().awaitClosed("a").drop()).isZero();
            assertThat(service.status().awaitClosed("b").enqueue()).isEqualTo(3300);
            await("surplus partitions are gone")
                    .untilAsserted(() -> assertThat(Files.list(queueOf("a"))
                                    .map(path -> path.getFileName().toString()))
                            .noneMatch(name -> name.startsWith("surplus"))
                            .contains("6"));
        }
    }

    @Test
    void aChangeOfTheTemplateNeedsNoReconnect() {
        try (InProcessService service = start(bridge("a", "old/${topic}", ""));
                Subscriber atRemote = Subscriber.to(remote, "#")) {
            int connections = awaitConnected(service);
            publisher.publishEach(10, 1, TOPICS);
            atRemote.awaitDistinct(60);

            service.reconfigure(config(bridge("a", "new/${topic}", "remote_qos = 0, max_publish_retries = 3")));
            publisher.publishEach(10, 1, TOPICS);

            atRemote.awaitDistinct(120);
            assertThat(atRemote.log().arrivals("new/site/0")).hasSize(10).allMatch(arrival -> arrival.qos() == 0);
            assertThat(toA.connections()).isEqualTo(connections);
        }
    }

    @Test
    void aFileWithTwoMistakesChangesNothingAndNamesBoth() {
        try (InProcessService service = start(bridge("a", "a/${topic}", ""));
                Subscriber atRemote = Subscriber.to(remote, "a/#")) {
            int connections = awaitConnected(service);

            Reload reload = service.reconfigure(config(bridge("a", "a/${topic}", "pool_size = 0, colour = blue")));

            assertThat(reload.outcome()).isEqualTo(Reload.Outcome.REJECTED);
            assertThat(reload.problems())
                    .extracting(Problem::key)
                    .containsExactlyInAnyOrder("bridges.a.pool_size", "bridges.a.colour");
            assertThat(service.bean(ConfigurationService.class).state().isRejected())
                    .isTrue();
            publisher.publishEach(5, 1, TOPICS);
            atRemote.awaitDistinct(30);
            assertThat(toA.connections()).isEqualTo(connections);
        }
    }

    @Test
    void disablingPurgesTheQueueAndEndsTheLocalSession() {
        toA.refuse();
        try (InProcessService service = start(bridge("a", "a/${topic}", ""))) {
            publisher.publishEach(20, 1, TOPICS);
            service.status().await("a", stats -> stats.buffered() == 120);

            service.reconfigure(config(bridge("a", "a/${topic}", "enable = false")));

            assertThat(queueOf("a")).doesNotExist();
            BridgeStats disabled = service.status().bridge("a");
            assertThat(disabled.status()).isEqualTo("disabled");
            assertThat(disabled.drop()).isEqualTo(120);
            assertThat(disabled.dequeue()).isEqualTo(120);
            awaitNotedSessions(0);
            publisher.publishEach(20, 1, TOPICS);
            assertThat(publisher.awaitAcknowledged()).isZero();

            service.reconfigure(config(bridge("a", "a/${topic}", "")));
            toA.accept();
            service.status().await("a", stats -> stats.status().equals("ok"));
            try (Subscriber atRemote = Subscriber.to(remote, "a/#")) {
                publisher.publishEach(1, 1, TOPICS);
                atRemote.awaitDistinct(6);
                assertThat(service.status().awaitClosed("a").publish()).isEqualTo(6);
            }
        }
    }

    @Test
    void aRemovedBridgeLeavesItsQueueAndGetsItBack() {
        toA.refuse();
        try (InProcessService service = start(bridge("a", "a/${topic}", ""), bridge("b", "b/${topic}", ""))) {
            publisher.publishEach(20, 1, TOPICS);
            service.status().await("a", stats -> stats.buffered() == 120);

            service.reconfigure(config(bridge("b", "b/${topic}", "")));

            assertThat(service.bean(BridgeOperations.class).orphans())
                    .extracting(OrphanQueue::bridge, OrphanQueue::directory)
                    .containsExactly(org.assertj.core.groups.Tuple.tuple("a", queueOf("a")));
            awaitNotedSessions(1);

            service.reconfigure(config(bridge("a", "again/${topic}", ""), bridge("b", "b/${topic}", "")));
            assertThat(service.bean(BridgeOperations.class).orphans()).isEmpty();
            try (Subscriber atRemote = Subscriber.to(remote, "again/#")) {
                toA.accept();
                atRemote.awaitDistinct(120);
                assertThat(atRemote.log().outOfOrder()).isEmpty();
            }
        }
    }

    @Test
    void anOrphanCanBePurged() {
        toA.refuse();
        try (InProcessService service = start(bridge("a", "a/${topic}", ""))) {
            publisher.publishEach(5, 1, TOPICS);
            service.status().await("a", stats -> stats.buffered() == 30);
            service.reconfigure(config(bridge("b", "b/${topic}", "")));

            service.bean(BridgeOperations.class).purgeOrphans("a");

            assertThat(queueOf("a")).doesNotExist();
            assertThat(service.bean(BridgeOperations.class).orphans()).isEmpty();
        }
    }

    @Test
    void anotherFilterIsSubscribedAndTheOldOneGivenUp() {
        try (InProcessService service = start(bridge("a", "a/${topic}", ""));
                Subscriber atRemote = Subscriber.to(remote, "a/#")) {
            awaitConnected(service);

            service.reconfigure(config(bridge("a", "a/${topic}", "").replace("site/#", "other/#")));
            service.status().await("a", stats -> stats.status().equals("ok"));
            publisher.publishEach(5, 1, "site/0", "other/0");

            atRemote.awaitDistinct(5);
            BridgeStats closed = service.status().awaitClosed("a");
            assertThat(closed.enqueue()).isEqualTo(5);
            assertThat(atRemote.log().arrivals())
                    .allMatch(arrival -> arrival.topic().equals("a/other/0"));
        }
    }

    @Test
    void aPausedBridgeCollectsAndGoesOnWhenItIsResumed() {
        try (InProcessService service = start(bridge("a", "a/${topic}", ""));
                Subscriber atRemote = Subscriber.to(remote, "a/#")) {
            int connections = awaitConnected(service);
            service.bean(BridgeOperations.class).pause("a");

            publisher.publishEach(10, 1, TOPICS);
            service.status().await("a", stats -> stats.queued() == 60);
            service.reconfigure(config(bridge("a", "a/${topic}", "keepalive_s = 30")));
            service.status()
                    .await("a", stats -> stats.queued() == 60 && stats.status().equals("partial"));
            assertThat(atRemote.log().size()).isZero();

            service.bean(BridgeOperations.class).resume("a");
            atRemote.awaitDistinct(60);
            assertThat(toA.connections()).isGreaterThan(connections);
        }
    }

    @Test
    void refreshesWithoutAChangeTouchNothing() {
        try (InProcessService service = start(bridge("a", "a/${topic}", ""))) {
            int connections = awaitConnected(service);
            ConfigurationService configurations = service.bean(ConfigurationService.class);
            BridgeSnapshots snapshots = service.bean(BridgeSnapshots.class);

            for (int i = 0; i < 100; i++) {
                assertThat(configurations.reload().join().outcome()).isEqualTo(Reload.Outcome.UNCHANGED);
                assertThat(snapshots.bridges()).extracting(BridgeSnapshot::name).containsExactly("a");
                assertThat(snapshots.bridges().get(0).connectors()).hasSize(2);
            }

            assertThat(toA.connections()).isEqualTo(connections);
        }
    }

    private InProcessService start(String... bridges) {
        InProcessService service = InProcessService.start(directory, config(bridges));
        awaitSubscribed(service);
        return service;
    }

    /** Before that, the local broker keeps nothing for us. */
    private static void awaitSubscribed(InProcessService service) {
        await("all bridges are subscribed")
                .atMost(Duration.ofSeconds(60))
                .until(() -> service.bean(BridgeSnapshots.class).bridges().stream()
                        .filter(BridgeSnapshot::enabled)
                        .allMatch(bridge -> bridge.local().subscribed()));
    }

    private int awaitConnected(InProcessService service) {
        service.status().await("a", stats -> stats.status().equals("ok"));
        return toA.connections();
    }

    private String config(String... bridges) {
        return """
                local { server = "%s" }
                remotes { a { server = "%s" }, b { server = "%s" } }
                bridges { %s }
                """.formatted(local.address(), toA.address(), toB.address(), String.join("\n", bridges));
    }

    private static String bridge(String name, String template, String more) {
        return """
                %s { remote = %s, filter_topic = "site/#", pool_size = 2, remote_topic = "%s", proto_ver = v5
                     %s }""".formatted(name, name, template, more);
    }

    private Path queueOf(String bridge) {
        return directory.resolve("data/emqx_bridge_mqtt_dq").resolve(bridge);
    }

    private void awaitNotedSessions(int count) {
        Path notes = directory.resolve("data/local-sessions.properties");
        await("unneeded sessions are ended").atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            List<String> lines = Files.readAllLines(notes);
            assertThat(lines.stream().filter(line -> line.startsWith("mqtt-dq-")))
                    .hasSize(count);
        });
    }
}
