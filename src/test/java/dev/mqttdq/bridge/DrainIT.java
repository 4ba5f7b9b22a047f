package dev.mqttdq.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.drain.DrainOperations;
import dev.mqttdq.drain.DrainReport.State;
import dev.mqttdq.drain.Remains;
import dev.mqttdq.testkit.BridgeStats;
import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.Subscriber;
import dev.mqttdq.testkit.TcpProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** An instance that is taken out of service: nothing is lost, and what remains is said. */
@ExtendWith(OutputCaptureExtension.class)
class DrainIT {

    private static final Duration AMPLE = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofSeconds(3);
    private static final String[] TOPICS =
            IntStream.range(0, 10).mapToObj(topic -> "drain/" + topic).toArray(String[]::new);
    private static final String CONFIG = """
            local { server = "%s", clientid_prefix = "%s-" }
            remotes { far { server = "%s" } }
            bridges { b { remote = far, filter_topic = "drain/#", remote_topic = "${topic}", max_inflight = 4%s } }
            """;

    @TempDir
    Path directory;

    @Test
    void handsItsShareOverAndEndsItsSession() throws IOException {
        try (Mosquitto local = Mosquitto.started();
                Mosquitto remote = Mosquitto.started();
                Publisher publisher = Publisher.to(local);
                Subscriber subscriber = Subscriber.to(remote, "drain/#");
                InProcessService leaving = member("leaving", local, remote.address());
                InProcessService staying = member("staying", local, remote.address())) {
            leaving.status().awaitOk("b");
            staying.status().awaitOk("b");
            publisher.publishEach(100, 1, TOPICS);

            leaving.bean(DrainOperations.class).drain(AMPLE);
            publisher.publishEach(100, 2, TOPICS);
            awaitState(leaving, State.DRAINED);
            long taken = leaving.status().bridge("b").enqueue();
            publisher.publishEach(100, 1, TOPICS);

            subscriber.awaitDistinct(3000);
            assertThat(publisher.awaitAcknowledged()).isZero();
            assertThat(subscriber.log().missing(publisher.acknowledged(), UnaryOperator.identity()))
                    .isEmpty();
            assertThat(subscriber.log().duplicates()).isZero();
            assertThat(taken).isBetween(1L, 2000L);
            assertThat(leaving.status().awaitClosed("b").enqueue()).isEqualTo(taken);
            assertThat(leaving.status().bridge("b").reason()).startsWith("Draining for scale-down");
        }
    }

    @Test
    void leavesNothingAtTheLocalBrokerThatCollects() throws IOException {
        try (Mosquitto local = Mosquitto.started();
                Mosquitto remote = Mosquitto.started();
                Publisher publisher = Publisher.to(local);
                Subscriber subscriber = Subscriber.to(remote, "drain/#")) {
            try (InProcessService service = member("alone", local, remote.address())) {
                service.status().awaitOk("b");
                publisher.publish("drain/before", 1);
                subscriber.awaitDistinct(1);
                service.bean(DrainOperations.class).drain(AMPLE);
                awaitState(service, State.DRAINED);
                publisher.publish("drain/nobody", 1);
                assertThat(publisher.awaitAcknowledged()).isZero();

                service.bean(BridgeOperations.class).resume("b");
                service.status().awaitOk("b");
                assertThat(service.bean(DrainOperations.class).report().state()).isEqualTo(State.SERVING);
                publisher.publish("drain/resumed", 1);
                subscriber.awaitDistinct(2);
                assertThat(subscriber.log().arrivals("drain/nobody")).isEmpty();
            }
        }
    }

    @Test
    void takesWhatWaitedAtTheBrokerFirst() throws IOException {
        try (Mosquitto local = Mosquitto.started();
                Mosquitto remote = Mosquitto.started();
                Publisher publisher = Publisher.to(local);
                Subscriber subscriber = Subscriber.to(remote, "drain/#")) {
            try (InProcessService service = member("offline", local, remote.address())) {
                service.status().awaitOk("b");
            }
            publisher.publishEach(150, 1, TOPICS);
            publisher.publishEach(150, 2, TOPICS);
            assertThat(publisher.awaitAcknowledged()).isZero();

            try (InProcessService service = member("offline", local, remote.address())) {
                service.bean(DrainOperations.class).drain(AMPLE);
                awaitState(service, State.DRAINED);

                subscriber.awaitDistinct(3000);
                assertThat(subscriber.log().missing(publisher.acknowledged(), UnaryOperator.identity()))
                        .isEmpty();
            }
        }
    }

    @Test
    void saysWhatRemainsAndKeepsIt(CapturedOutput output) throws IOException {
        try (Mosquitto local = Mosquitto.started();
                Mosquitto remote = Mosquitto.started();
                TcpProxy toRemote = TcpProxy.to(remote);
                Publisher publisher = Publisher.to(local);
                Subscriber subscriber = Subscriber.to(remote, "drain/#")) {
            try (InProcessService service = member("stuck", local, toRemote.address())) {
                service.status().awaitOk("b");
                toRemote.refuse();
                service.status().await("b", stats -> stats.status().equals("disconnected"));
                publisher.publishEach(20, 1, TOPICS);
                service.status().await("b", stats -> stats.enqueue() == 200);

                service.bean(DrainOperations.class).drain(SHORT);
                awaitState(service, State.EXPIRED);

                Remains remains =
                        service.bean(DrainOperations.class).report().bridges().get(0);
                assertThat(remains.remaining()).isEqualTo(200);
                assertThat(remains.drained()).isFalse();
                assertThat(remains.reason()).contains("remote not connected");
                await("warning")
                        .until(() -> output.getOut()
                                .contains("b: not drained in time: 200 messages remain in " + remains.directory()));
            }

            toRemote.accept();
            try (InProcessService service = member("stuck", local, toRemote.address())) {
                subscriber.awaitDistinct(200);
                assertThat(service.status().awaitClosed("b").publish()).isEqualTo(200);
                assertThat(subscriber.log().duplicates()).isZero();
            }
        }
    }

    @Test
    void aPausedBridgeRemainsUntilItIsResumed() throws IOException {
        try (Mosquitto local = Mosquitto.started();
                Mosquitto remote = Mosquitto.started();
                Publisher publisher = Publisher.to(local);
                Subscriber subscriber = Subscriber.to(remote, "drain/#");
                InProcessService service = member("paused", local, remote.address())) {
            service.status().awaitOk("b");
            service.bean(BridgeOperations.class).pause("b");
            publisher.publishEach(5, 1, TOPICS);
            service.status().await("b", stats -> stats.enqueue() == 50);

            service.bean(DrainOperations.class).drain(SHORT);
            awaitState(service, State.EXPIRED);
            assertThat(service.bean(DrainOperations.class).report().bridges())
                    .singleElement()
                    .satisfies(bridge -> assertThat(bridge.reason()).contains("paused by an operator"))
                    .satisfies(bridge -> assertThat(bridge.remaining()).isEqualTo(50));

            service.bean(BridgeOperations.class).resume("b");
            subscriber.awaitDistinct(50);
        }
    }

    @Test
    void staysDrainedWhenItIsRebuilt() throws IOException {
        try (Mosquitto local = Mosquitto.started();
                Mosquitto remote = Mosquitto.started();
                Publisher publisher = Publisher.to(local);
                InProcessService service = member("rebuilt", local, remote.address())) {
            service.status().awaitOk("b");
            service.bean(DrainOperations.class).drain(AMPLE);
            awaitState(service, State.DRAINED);

            service.reconfigure(config("rebuilt", local, remote.address(), ", keepalive_s = 61"));
            awaitState(service, State.DRAINED);

            publisher.publish("drain/late", 1);
            assertThat(publisher.awaitAcknowledged()).isZero();
            BridgeStats rebuilt =
                    service.status().await("b", stats -> stats.status().equals("partial"));
            assertThat(rebuilt.enqueue()).isZero();
        }
    }

    @Test
    void reportsALocalBrokerThatIsAway() throws IOException {
        try (Mosquitto local = Mosquitto.started();
                Mosquitto remote = Mosquitto.started();
                InProcessService service = member("away", local, remote.address())) {
            service.status().awaitOk("b");
            local.stop();
            service.status().await("b", stats -> stats.status().equals("partial"));

            service.bean(DrainOperations.class).drain(SHORT);
            awaitState(service, State.EXPIRED);
            assertThat(service.bean(DrainOperations.class).report().bridges())
                    .singleElement()
                    .satisfies(bridge -> assertThat(bridge.sessionEnded()).isFalse())
                    .satisfies(bridge -> assertThat(bridge.reason()).startsWith("local broker not connected"));

            local.start();
            awaitState(service, State.DRAINED);
        }
    }

    private static void awaitState(InProcessService service, State state) {
        await(state.name())
                .atMost(Duration.ofMinutes(1))
                .until(() -> service.bean(DrainOperations.class).report().state() == state);
    }

    private InProcessService member(String name, Mosquitto local, String remote) throws IOException {
        return InProcessService.start(
                Files.createDirectories(directory.resolve(name)),
                config(name, local, remote, ""),
                "--mqtt-dq.node-name=" + name,
                "--mqtt-dq.cluster.enabled=true");
    }

    private static String config(String name, Mosquitto local, String remote, String more) {
        return CONFIG.formatted(local.address(), name, remote, more);
    }
}
