package dev.mqttdq.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.testkit.BridgeStats;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.ServiceProcess;
import dev.mqttdq.testkit.Subscriber;
import dev.mqttdq.testkit.TcpProxy;
import dev.mqttdq.testkit.TestBroker;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGTERM: an orderly end, at rest and under load, and what the next process makes of it. */
class RestartIT {

    private static final String[] TOPICS =
            IntStream.range(0, 10).mapToObj(topic -> "restart/" + topic).toArray(String[]::new);
    private static final String CONFIG = """
            local { server = "%s" }
            remotes { far { server = "%s" } }
            bridges { restart { remote = far, filter_topic = "restart/#", remote_topic = "${topic}" } }
            """;

    @Test
    void endsInAnOrderlyWayAndGoesOn(@TempDir Path directory) {
        try (TestBroker local = TestBroker.started();
                TestBroker remote = TestBroker.started();
                TcpProxy toRemote = TcpProxy.to(remote);
                Publisher publisher = Publisher.to(local);
                Subscriber subscriber = Subscriber.to(remote, "restart/#")) {
            ServiceProcess.Builder builder = ServiceProcess.builder("restart", directory.resolve("data"))
                    .config(CONFIG.formatted(local.address(), toRemote.address()));

            toRemote.refuse();
            try (ServiceProcess service = builder.start().awaitReady()) {
                service.status().await("restart", stats -> stats.status().equals("disconnected"));
                publisher.publishEach(50, 1, TOPICS);
                service.status().await("restart", stats -> stats.enqueue() == 500);
                assertEndsCleanly(service);
            }

            try (ServiceProcess service = builder.start().awaitReady()) {
                BridgeStats found = service.status().bridge("restart");
                assertThat(found.buffered()).isEqualTo(500);
                assertThat(found.enqueue()).isEqualTo(500);
                assertThat(found.dequeue()).isZero();
                toRemote.accept();
                subscriber.awaitDistinct(500);
                service.status().awaitClosed("restart");
                assertThat(subscriber.log().duplicates()).isZero();

                publisher.publishEach(100, 1, TOPICS);
                assertEndsCleanly(service);
            }

            publisher.publishEach(50, 1, TOPICS);
            assertThat(publisher.awaitAcknowledged()).isZero();
            try (ServiceProcess service = builder.start().awaitReady()) {
                subscriber.awaitDistinct(2000);

                assertThat(subscriber.log().missing(publisher.acknowledged(), UnaryOperator.identity()))
                        .isEmpty();
                assertThat(subscriber.log().outOfOrder()).isEmpty();
                assertThat(service.status().awaitClosed("restart").drop()).isZero();
                assertEndsCleanly(service);
            }
        }
    }

    private static void assertEndsCleanly(ServiceProcess service) {
        assertThat(service.terminate()).isIn(0, 143);
        assertThat(service.log()).doesNotContainPattern("(?m)^\\s+at .+\\)$");
    }
}
