package dev.mqttdq.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.testkit.BridgeStats;
import dev.mqttdq.testkit.MessageLog;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.ServiceProcess;
import dev.mqttdq.testkit.Subscriber;
import dev.mqttdq.testkit.TcpProxy;
import dev.mqttdq.testkit.TestBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * SIGKILL in every phase of a message's way: whatever the local broker acknowledged to the publisher arrives, first
 * arrivals of each topic in order, and the counters of the last process close.
 *
 * <p>The system property {@code crash.kills} says how often the test under load kills (3).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CrashIT {

    private static final int KILLS = Integer.getInteger("crash.kills", 3);
    private static final int MAX_INFLIGHT = 32;
    private static final int CONNECTORS = 4;
    private static final String[] TOPICS = {
        "t/0", "t/a b/ü/日本", "t/$1", "t/${topic}", "t/\\1", "t//empty", "t/trailing/", "/leading", "t/{}", "t/%s%n"
    };

    private TestBroker local;
    private TestBroker remote;
    private TcpProxy toLocal;
    private TcpProxy toRemote;

    @TempDir
    Path directory;

    @BeforeAll
    void start() {
        local = TestBroker.started();
        remote = TestBroker.started();
        toLocal = TcpProxy.to(local);
        toRemote = TcpProxy.to(remote);
    }

    @AfterAll
    void stop() {
        toRemote.close();
        toLocal.close();
        remote.close();
        local.close();
    }

    @Test
    void receivedAndNotStored() {
        ServiceProcess.Builder builder = service("received");
        String[] topics = topics("received");
        Random random = new Random();
        try (Publisher publisher = Publisher.to(local).payloadBytes(1000);
                Subscriber subscriber = Subscriber.to(remote, "fwd/received/#")) {
            try (ServiceProcess service = builder.start().awaitReady()) {
                service.status().awaitOk("received");
                int killAt = random.nextInt(100);
                for (int i = 0; i < 100; i++) {
                    publishBothWays(publisher, 1, topics);
                    if (i == killAt) {
                        service.kill();
                    }
                }
            }
            for (int kill = 1; kill < KILLS; kill++) {
                publishBothWays(publisher, 100, topics);
                try (ServiceProcess service = builder.start()) {
                    int killAt = subscriber.log().distinct() + 1 + random.nextInt(1000);
                    await("a moment in the middle of the drain")
                            .atMost(Duration.ofMinutes(1))
                            .pollInterval(Duration.ofMillis(1))
                            .until(() -> subscriber.log().distinct() >= killAt);
                    service.kill();
                }
            }
            assertThat(publisher.awaitAcknowledged()).isZero();
            try (ServiceProcess service = builder.start().awaitReady()) {
                subscriber.awaitDistinct(KILLS * 1000);

                assertComplete(subscriber.log(), publisher);
                service.status().awaitClosed("received");
                assertEndsCleanly(service);
            }
        }
    }

    /** The broker keeps the order of a topic within one QoS only. */
    private static void publishBothWays(Publisher publisher, int count, String... topics) {
        for (int i = 0; i < count; i++) {
            for (int topic = 0; topic < topics.length; topic++) {
                publisher.publish(topics[topic], 1 + topic % 2);
            }
        }
    }

    @Test
    void storedAndNotSent() {
        ServiceProcess.Builder builder = service("stored");
        String[] topics = topics("stored");
        toRemote.refuse();
        try (Publisher publisher = Publisher.to(local);
                Subscriber subscriber = Subscriber.to(remote, "fwd/stored/#")) {
            try (ServiceProcess service = builder.start().awaitReady()) {
                service.status().await("stored", stats -> stats.status().equals("disconnected"));
                publisher.publishEach(100, 1, topics);
                assertThat(publisher.awaitAcknowledged()).isZero();
                service.status().await("stored", stats -> stats.queued() == 1000);
                service.kill();
            }
            try (ServiceProcess service = builder.start().awaitReady()) {
                assertThat(service.status().bridge("stored").buffered()).isGreaterThanOrEqualTo(1000);
                publisher.publishEach(100, 1, topics);
                assertThat(publisher.awaitAcknowledged()).isZero();
                assertThat(subscriber.log().size()).isZero();

                toRemote.accept();

                subscriber.awaitDistinct(2000);
                assertComplete(subscriber.log(), publisher);
                assertThat(subscriber.log().distinct()).isEqualTo(2000);
                BridgeStats stats = service.status().awaitClosed("stored");
                assertThat(stats.publish()).isGreaterThanOrEqualTo(2000);
                assertThat(stats.drop()).isZero();
                assertEndsCleanly(service);
            }
        } finally {
            toRemote.accept();
        }
    }

    @Test
    void sentAndNotAcknowledged() {
        ServiceProcess.Builder builder = service("sent");
        String[] topics = topics("sent");
        try (Publisher publisher = Publisher.to(local);
                Subscriber subscriber = Subscriber.to(remote, "fwd/sent/#")) {
            try (ServiceProcess service = builder.start().awaitReady()) {
                service.status().awaitOk("sent");
                toRemote.pause(TcpProxy.Direction.TO_CLIENT);
                publisher.publishEach(50, 1, topics);
                assertThat(publisher.awaitAcknowledged()).isZero();
                service.status().await("sent", stats -> stats.enqueue() == 500);
                subscriber.awaitDistinct(MAX_INFLIGHT);
                assertThat(service.status().bridge("sent").dequeue()).isZero();
                service.kill();
            }
            toRemote.resume();
            try (ServiceProcess service = builder.start().awaitReady()) {
                subscriber.awaitDistinct(500);

                assertComplete(subscriber.log(), publisher);
                service.status().awaitClosed("sent");
                assertThat(subscriber.log().duplicates()).isBetween(MAX_INFLIGHT, CONNECTORS * MAX_INFLIGHT);
                assertEndsCleanly(service);
            }
        } finally {
            toRemote.resume();
        }
    }

    @Test
    void exactlyOnceMessagesOverTwoKillsAndFiveCuts() {
        ServiceProcess.Builder builder = service("qos2");
        String[] topics = topics("qos2");
        try (Publisher publisher = Publisher.to(local);
                Subscriber subscriber = Subscriber.to(remote, "fwd/qos2/#")) {
            try (ServiceProcess service = builder.start().awaitReady()) {
                service.status().awaitOk("qos2");
                publisher.publishEach(40, 2, topics);
                toRemote.cut();
                publisher.publishEach(20, 2, topics);
                toLocal.cut();
                publisher.publishEach(20, 2, topics);
                service.kill();
            }
            publisher.publishEach(20, 2, topics);
            try (ServiceProcess service = builder.start().awaitReady()) {
                subscriber.awaitDistinct(900);
                toRemote.cut();
                publisher.publishEach(40, 2, topics);
                service.status().awaitOk("qos2");
                publisher.publishEach(10, 2, topics);
                service.kill();
            }
            publisher.publishEach(20, 2, topics);
            try (ServiceProcess service = builder.start().awaitReady()) {
                subscriber.awaitDistinct(1000);
                toLocal.cut();
                publisher.publishEach(20, 2, topics);
                toRemote.cut();
                publisher.publishEach(10, 2, topics);
                assertThat(publisher.awaitAcknowledged()).isZero();

                subscriber.awaitDistinct(2000);

                assertComplete(subscriber.log(), publisher);
                assertThat(subscriber.log().distinct()).isEqualTo(2000);
                assertThat(service.status().awaitClosed("qos2").drop()).isZero();
                assertEndsCleanly(service);
            }
        }
    }

    private ServiceProcess.Builder service(String bridge) {
        return ServiceProcess.builder("crash-" + bridge, directory.resolve("data"))
                .config("""
                        local { server = "%s" }
                        remotes { far { server = "%s" } }
                        bridges {
                          %s {
                            remote = far, proto_ver = v5, pool_size = %d, max_inflight = %d
                            filter_topic = "%s/#", remote_topic = "fwd/${topic}"
                            # a remote that is paused is waited for
                            ack_timeout_s = 600, keepalive_s = 600
                          }
                        }
                        """.formatted(toLocal.address(), toRemote.address(), bridge, CONNECTORS, MAX_INFLIGHT, bridge));
    }

    private static String[] topics(String prefix) {
        return IntStream.range(0, TOPICS.length)
                .mapToObj(topic -> prefix + "/" + TOPICS[topic])
                .toArray(String[]::new);
    }

    private static void assertComplete(MessageLog log, Publisher publisher) {
        assertThat(log.missing(publisher.acknowledged(), topic -> "fwd/" + topic))
                .isEmpty();
        assertThat(log.outOfOrder()).isEmpty();
    }

    private static void assertEndsCleanly(ServiceProcess service) {
        assertThat(service.terminate()).isIn(0, 143);
        assertThat(service.log()).doesNotContainPattern("(?m)^\\s+at .+\\)$");
    }
}
