package dev.mqttdq.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.testkit.Arrival;
import dev.mqttdq.testkit.BridgeStats;
import dev.mqttdq.testkit.MessageLog;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.Subscriber;
import dev.mqttdq.testkit.TcpProxy;
import dev.mqttdq.testkit.TestBroker;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bridges between real brokers of one kind; one local, two remote. Each test has bridges and topics of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ForwardingSuite {

    private static final String CONFIG = """
            local { server = "%s" }
            remotes {
              first { server = "%s" }
              second { server = "%s" }
              distant { server = "%s" }
            }
            bridges {
              v3 { remote = first, proto_ver = v3, filter_topic = "v3/#", remote_topic = "fwd/${topic}" }
              v4 { remote = first, proto_ver = v4, filter_topic = "v4/#", remote_topic = "fwd/${topic}" }
              v5 { remote = first, proto_ver = v5, filter_topic = "v5/#", remote_topic = "fwd/${topic}" }
              wide { remote = first, filter_topic = "shared/#", remote_topic = "wide/${topic}" }
              narrow { remote = second, filter_topic = "shared/+/x", remote_topic = "narrow/${topic}" }
              ordered {
                remote = first, proto_ver = v5, pool_size = 4, buffer_pool_size = 4
                filter_topic = "ordered/#", remote_topic = "${topic}/end"
              }
              away { remote = distant, proto_ver = v5, filter_topic = "away/#", remote_topic = "${topic}" }
            }
            """;

    private TestBroker local;
    private TestBroker first;
    private TestBroker second;
    private TcpProxy distant;
    private InProcessService service;

    /** A broker of the kind under test, running. */
    abstract TestBroker startBroker();

    @BeforeAll
    void start(@TempDir Path directory) {
        local = startBroker();
        first = startBroker();
        second = startBroker();
        distant = TcpProxy.to(first);
        service = InProcessService.start(
                directory, CONFIG.formatted(local.address(), first.address(), second.address(), distant.address()));
        for (String bridge : List.of("v3", "v4", "v5", "wide", "narrow", "ordered", "away")) {
            service.status().awaitOk(bridge);
        }
    }

    @AfterAll
    void stop() {
        close(service);
        close(distant);
        close(second);
        close(first);
        close(local);
    }

    private static void close(AutoCloseable resource) {
        try {
            if (resource != null) {
                resource.close();
            }
        } catch (Exception e) {
            throw new IllegalStateException("cannot close " + resource, e);
        }
    }

    @ParameterizedTest
    @CsvSource({"v3,0", "v3,1", "v3,2", "v4,0", "v4,1", "v4,2", "v5,0", "v5,1", "v5,2"})
    void forwardsAtTheQosAndWithTheRetainFlagItWasPublishedWith(String version, int qos) {
        String topic = version + "/qos/" + qos;
        try (Subscriber subscriber = Subscriber.to(first, "fwd/" + topic);
                Publisher publisher = Publisher.to(local)) {
            publisher.publish(topic, qos);
            publisher.publish(topic, qos, true, new MqttProperties());
            publisher.publish(topic, new byte[0], qos, false, new MqttProperties());
            assertThat(publisher.awaitAcknowledged()).isZero();

            List<Arrival> arrivals = subscriber.awaitSize(3).arrivals();

            assertThat(arrivals).extracting(Arrival::topic).containsOnly("fwd/" + topic);
            assertThat(arrivals).extracting(Arrival::qos).containsOnly(qos);
            assertThat(arrivals).extracting(Arrival::text).containsExactly("0 ", "1 ", "");
            assertThat(arrivals).extracting(Arrival::retain).containsExactly(false, true, false);
            service.status().awaitClosed(version);
        }
    }

    @Test
    void leavesAloneWhatTheFilterDoesNotMatch() {
        long before = service.status().bridge("narrow").enqueue();
        try (Subscriber subscriber = Subscriber.to(second, "#");
                Publisher publisher = Publisher.to(local)) {
            publisher.publishEach(
                    3, 1, "shared/a/y", "shared/x", "shared/a/b/x", "shared/a/x/b", "Shared/a/x", "other");
            publisher.publish("shared/mismatch/x", 1);
            assertThat(publisher.awaitAcknowledged()).isZero();

            // The last one published is the first that comes.
            MessageLog log = subscriber.awaitSize(1);
            BridgeStats stats = service.status().awaitClosed("narrow");

            assertThat(log.arrivals()).extracting(Arrival::topic).containsExactly("narrow/shared/mismatch/x");
            assertThat(stats.enqueue() - before).isOne();
        }
    }

    @Test
    void givesEachMatchingBridgeOneCopy() {
        try (Subscriber atFirst = Subscriber.to(first, "wide/shared/copies/#");
                Subscriber atSecond = Subscriber.to(second, "narrow/shared/copies/#");
                Publisher publisher = Publisher.to(local)) {
            publisher.publishEach(100, 1, "shared/copies/x", "shared/copies/y");
            assertThat(publisher.awaitAcknowledged()).isZero();

            atFirst.awaitDistinct(200);
            atSecond.awaitDistinct(100);
            service.status().awaitClosed("wide");
            service.status().awaitClosed("narrow");

            assertThat(atFirst.log().duplicates()).isZero();
            assertThat(atFirst.log().missing(publisher.acknowledged(), topic -> "wide/" + topic))
                    .isEmpty();
            assertThat(atSecond.log().arrivals())
                    .extracting(Arrival::topic)
                    .containsOnly("narrow/shared/copies/x")
                    .hasSize(100);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void keepsTheOrderOfEachTopicOverFourConnections(int qos) {
        String[] topics = IntStream.range(0, 10)
                .mapToObj(topic -> "ordered/" + qos + "/" + topic)
                .toArray(String[]::new);
        try (Subscriber subscriber = Subscriber.to(first, "ordered/" + qos + "/+/end");
                Publisher publisher = Publisher.to(local)) {
            publisher.publishEach(100, qos, topics);
            assertThat(publisher.awaitAcknowledged()).isZero();

            MessageLog log = subscriber.awaitDistinct(1000);

            assertThat(log.missing(publisher.acknowledged(), topic -> topic + "/end"))
                    .isEmpty();
            assertThat(log.outOfOrder()).isEmpty();
            assertThat(log.duplicates()).isZero();
            service.status().awaitClosed("ordered");
        }
    }

    @Test
    void drainsByItselfWhenTheRemoteComesBack() {
        long before = service.status().bridge("away").enqueue();
        try (Subscriber subscriber = Subscriber.to(first, "away/#");
                Publisher publisher = Publisher.to(local)) {
            distant.refuse();
            publisher.publishEach(100, 1, "away/0", "away/1", "away/2", "away/3", "away/4");
            assertThat(publisher.awaitAcknowledged()).isZero();

            BridgeStats cut = service.status().await("away", stats -> stats.queued() == 500);
            BridgeStats away =
                    service.status().await("away", stats -> stats.status().equals("disconnected"));
            assertThat(away.reason()).startsWith("All connector slots are disconnected");
            assertThat(cut.enqueue() - before).isEqualTo(500);
            assertThat(subscriber.log().size()).isZero();

            distant.accept();

            MessageLog log = subscriber.awaitDistinct(500);
            BridgeStats drained = service.status().awaitClosed("away");
            assertThat(drained.enqueue() - before).isEqualTo(500);
            assertThat(drained.drop()).isZero();
            assertThat(log.outOfOrder()).isEmpty();
            assertThat(log.duplicates()).isZero();
        }
    }
}
