package dev.mqttdq.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BrokersIT {

    static Stream<Named<Supplier<TestBroker>>> brokers() {
        return Stream.of(
                Named.of("mosquitto", (Supplier<TestBroker>) Mosquitto::started),
                Named.of("embedded", (Supplier<TestBroker>) EmbeddedBroker::started));
    }

    @ParameterizedTest
    @MethodSource("brokers")
    void carriesMessagesOfEveryQosInOrder(Supplier<TestBroker> started) {
        try (TestBroker broker = started.get();
                Subscriber subscriber = Subscriber.to(broker, "a/#");
                Publisher publisher = Publisher.to(broker)) {
            for (int qos = 0; qos <= 2; qos++) {
                // Brokers keep the order of a topic within one QoS only.
                publisher.publishEach(50, qos, "a/1/" + qos, "a/2/" + qos);
            }

            assertThat(publisher.awaitAcknowledged()).isZero();
            MessageLog log = subscriber.awaitDistinct(300);
            assertThat(publisher.acknowledgedCount()).isEqualTo(300);
            assertThat(log.missing(publisher.acknowledged(), UnaryOperator.identity()))
                    .isEmpty();
            assertThat(log.outOfOrder()).isEmpty();
            assertThat(log.duplicates()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("brokers")
    void comesBackOnTheSamePort(Supplier<TestBroker> started) {
        try (TestBroker broker = started.get()) {
            int port = broker.port();
            broker.stop();
            assertThat(Ports.accepts(port)).isFalse();

            broker.start();

            assertThat(broker.port()).isEqualTo(port);
            try (Publisher publisher = Publisher.to(broker)) {
                publisher.publish("a", 1);
                assertThat(publisher.awaitAcknowledged()).isZero();
            }
        }
    }

    @Test
    void mosquittoKeepsRetainedMessagesOnDisk() {
        try (Mosquitto broker = Mosquitto.builder().persistence().build()) {
            broker.start();
            try (Publisher publisher = Publisher.to(broker)) {
                publisher.publish("a", 1, true, new MqttProperties());
                publisher.awaitAcknowledged();
            }
            broker.restart();

            try (Subscriber subscriber = Subscriber.to(broker, "a")) {
                assertThat(subscriber.awaitSize(1).arrivals().get(0).retain()).isTrue();
            }
        }
    }

    @Test
    void mosquittoRefusesWhatItsAclDenies() {
        try (Mosquitto broker = Mosquitto.builder()
                .user("u", "secret")
                .acl("user u", "topic readwrite ok/#")
                .build()) {
            broker.start();
            assertThatThrownBy(() -> Publisher.to(broker)).hasMessageContaining("cannot connect");
            try (Publisher publisher = Publisher.withLogin("u", "secret", broker)) {
                publisher.publish("ok/1", 1);
                publisher.publish("denied/1", 1);

                assertThat(publisher.awaitAcknowledged()).isOne();
                assertThat(publisher.acknowledged()).isEqualTo(Map.of("ok/1", Set.of(0L)));
            }
        }
    }

    @Test
    void mosquittoFreezesAndDies() {
        try (Mosquitto broker = Mosquitto.started();
                Publisher publisher = Publisher.to(broker)) {
            broker.freeze();
            publisher.publish("a", 1);
            assertThat(publisher.acknowledgedCount()).isZero();
            broker.thaw();
            assertThat(publisher.awaitAcknowledged()).isZero();

            broker.kill();

            await().until(() -> !Ports.accepts(broker.port()));
            assertThat(broker.log()).contains("Received PUBLISH");
        }
    }

    @Test
    void embeddedBrokerAsksForALogin() {
        try (EmbeddedBroker broker = EmbeddedBroker.withLogin("u", "secret")) {
            assertThatThrownBy(() -> Publisher.withLogin("u", "wrong", broker)).hasMessageContaining("cannot connect");
            Publisher.withLogin("u", "secret", broker).close();
        }
    }
}
