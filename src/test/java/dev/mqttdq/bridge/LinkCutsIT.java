package dev.mqttdq.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.testkit.BridgeStats;
import dev.mqttdq.testkit.MessageLog;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.Subscriber;
import dev.mqttdq.testkit.TcpProxy;
import dev.mqttdq.testkit.TestBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Twenty resets of each link while messages of QoS 1 and 2 pass over it. Most of the time it waits for back-offs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class LinkCutsIT {

    private static final int CUTS = 20;
    private static final int BATCH = 10;
    private static final int TOPICS = 10;
    private static final int CONNECTORS = 4;
    private static final String CONFIG = """
            local { server = "%s" }
            remotes { far { server = "%s" } }
            bridges {
              cut { remote = far, proto_ver = v5, pool_size = 4, filter_topic = "cut/#", remote_topic = "${topic}" }
            }
            """;

    private TestBroker local;
    private TestBroker remote;
    private TcpProxy toLocal;
    private TcpProxy toRemote;
    private InProcessService service;

    @BeforeAll
    void start(@TempDir Path directory) {
        local = TestBroker.started();
        remote = TestBroker.started();
        toLocal = TcpProxy.to(local);
        toRemote = TcpProxy.to(remote);
        service = InProcessService.start(directory, CONFIG.formatted(toLocal.address(), toRemote.address()));
        service.status().awaitOk("cut");
    }

    @AfterAll
    void stop() {
        service.close();
        toRemote.close();
        toLocal.close();
        remote.close();
        local.close();
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    void losesNothingWhenTheLocalLinkIsCut() {
        cut(toLocal, 1, "cut/local/");
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    void losesNothingWhenTheRemoteLinkIsCut() {
        cut(toRemote, CONNECTORS, "cut/remote/");
    }

    private void cut(TcpProxy link, int connections, String prefix) {
        String[] once = topics(prefix + "1/");
        String[] twice = topics(prefix + "2/");
        try (Subscriber subscriber = Subscriber.to(remote, prefix + "#");
                Publisher publisher = Publisher.to(local)) {
            for (int i = 0; i < CUTS; i++) {
                publish(publisher, once, twice);
                int before = link.connections();
                link.cut();
                publish(publisher, once, twice);
                await("all connections are new")
                        .atMost(Duration.ofMinutes(1))
                        .until(() -> link.connections() >= before + connections && link.open() == connections);
                service.status().awaitOk("cut");
            }
            assertThat(publisher.awaitAcknowledged()).isZero();

            MessageLog log = subscriber.awaitDistinct(CUTS * 2 * BATCH * TOPICS);

            assertThat(log.missing(publisher.acknowledged(), UnaryOperator.identity()))
                    .isEmpty();
            assertThat(log.outOfOrder()).isEmpty();
            BridgeStats stats = service.status().awaitClosed("cut");
            assertThat(stats.drop()).isZero();
        }
    }

    private static void publish(Publisher publisher, String[] once, String[] twice) {
        publisher.publishEach(BATCH, 1, once);
        publisher.publishEach(BATCH, 2, twice);
    }

    private static String[] topics(String prefix) {
        return IntStream.range(0, TOPICS / 2).mapToObj(topic -> prefix + topic).toArray(String[]::new);
    }
}
