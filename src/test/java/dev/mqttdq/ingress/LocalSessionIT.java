package dev.mqttdq.ingress;

import static io.netty.handler.codec.mqtt.MqttMessageType.CONNECT;
import static io.netty.handler.codec.mqtt.MqttMessageType.PUBACK;
import static io.netty.handler.codec.mqtt.MqttMessageType.SUBSCRIBE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.config.SslSettings;
import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.Qos;
import dev.mqttdq.testkit.CertificateAuthority;
import dev.mqttdq.testkit.EmbeddedBroker;
import dev.mqttdq.testkit.LocalSide;
import dev.mqttdq.testkit.MemoryQueue;
import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.Packet;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.Reaction;
import dev.mqttdq.testkit.ScriptedPeer;
import dev.mqttdq.testkit.TcpProxy;
import dev.mqttdq.testkit.TestBroker;
import dev.mqttdq.testkit.Threads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.eclipse.paho.mqttv5.client.MqttClient;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The session at the local broker over its troubles. */
@Execution(ExecutionMode.CONCURRENT)
class LocalSessionIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final MqttProperties NO_PROPERTIES = new MqttProperties();

    private final MemoryQueue queue = new MemoryQueue();

    @Test
    void oldRetainedMessagesAreNotReplayedAtReconnects() {
        try (Mosquitto broker = Mosquitto.started();
                TcpProxy link = TcpProxy.to(broker);
                Publisher publisher = Publisher.to(broker)) {
            for (int i = 0; i < 4; i++) {
                publisher.publish("retained/" + i, 1, true, NO_PROPERTIES);
            }
            publisher.awaitAcknowledged();
            try (LocalSide side = LocalSide.at(link.port()).start(queue)) {
                for (int bounce = 0; bounce < 10; bounce++) {
                    side.awaitSubscribed();
                    publisher.publish("live", 1);
                    queue.awaitSize(bounce + 1);
                    int before = link.connections();
                    link.cut();
                    await().atMost(PATIENCE).until(() -> link.connections() > before);
                }
                side.awaitSubscribed();
                publisher.publish("live", 1);
                queue.awaitSize(11);
            }
            assertThat(queue.messages()).extracting(BridgeMessage::topic).containsOnly("live");
        }
    }

    @Test
    void aRetainedMessageArrivesOnceAndWithItsFlag() {
        try (Mosquitto broker = Mosquitto.started();
                Publisher publisher = Publisher.to(broker);
                LocalSide side = LocalSide.at(broker.port()).start(queue)) {
            side.awaitSubscribed();
            publisher.publish("a", 1, true, NO_PROPERTIES);
            publisher.publish("b", 1, false, NO_PROPERTIES);
            queue.awaitSize(2);

            assertThat(queue.messages()).extracting(BridgeMessage::retain).containsExactly(true, false);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void flowsAgainAfterTheBrokerWasRestartedWithAndWithoutItsSessions(boolean kept) {
        Mosquitto.Builder builder = Mosquitto.builder();
        try (Mosquitto broker = (kept ? builder.persistence() : builder).build()) {
            broker.start();
            try (LocalSide side = LocalSide.at(broker.port()).start(queue)) {
                side.awaitSubscribed();
                broker.stop();
                await().atMost(PATIENCE).until(() -> !side.state().connected());
                broker.start();
                try (Publisher publisher = Publisher.to(broker)) {
                    if (kept) {
                        publisher.publish("while/away", 2);
                        publisher.awaitAcknowledged();
                    }
                    side.awaitSubscribed();
                    publisher.publish("live", 2);
                    queue.awaitSize(kept ? 2 : 1);
                }
            }
        }
        assertThat(queue.messages())
                .extracting(BridgeMessage::topic)
                .containsExactlyElementsOf(kept ? List.of("while/away", "live") : List.of("live"));
    }

    @Test
    void nothingIsLostWhileWeAreAway() {
        try (Mosquitto broker = Mosquitto.started();
                Publisher publisher = Publisher.to(broker)) {
            LocalSide.at(broker.port()).start(queue).awaitSubscribed().close();
            publisher.publishEach(50, 1, "one");
            publisher.publishEach(50, 2, "two");
            publisher.awaitAcknowledged();
            try (LocalSide side = LocalSide.at(broker.port()).start(queue)) {
                queue.awaitSize(100);
                assertThat(side.awaitSubscribed().state().problem()).isNull();
            }
            assertThat(queue.messages()).extracting(BridgeMessage::qos).contains(Qos.AT_LEAST_ONCE, Qos.EXACTLY_ONCE);
        }
    }

    @ParameterizedTest
    @CsvSource({"V5,135,not authorized", "V4,128,refused"})
    void aRefusedSubscriptionIsVisibleAndTriedAgain(ProtocolVersion version, int code, String reason) {
        try (ScriptedPeer broker = ScriptedPeer.started()) {
            broker.on(SUBSCRIBE, Reaction.reason(code));
            try (LocalSide side = LocalSide.at(broker.port()).version(version).start(queue)) {
                side.awaitProblem(reason);
                assertThat(side.state().connected()).isTrue();
                assertThat(side.state().subscribed()).isFalse();
                assertThat(side.state().problem()).contains("refuses #");

                broker.on(SUBSCRIBE, Reaction.ANSWER);
                side.awaitSubscribed();
                assertThat(side.state().problem()).isNull();
                assertThat(broker.received(SUBSCRIBE)).hasSizeGreaterThan(1);
                assertThat(broker.connections()).isOne();
            }
        }
    }

    /** Brokers before MQTT 5 send all retained messages with each answer to a subscription. */
    @Test
    void whereThatReplaysASubscriptionIsAskedForAgainOnlyWhenTheSessionIsLost() {
        try (ScriptedPeer broker = ScriptedPeer.started();
                LocalSide side =
                        LocalSide.at(broker.port()).version(ProtocolVersion.V4).start(queue)) {
            side.awaitSubscribed();
            broker.sessionPresent(true).cut();
            broker.awaitReceived(CONNECT, 2);
            side.awaitSubscribed();
            broker.publish("t", new byte[0], 1, false, 1, none());
            broker.awaitReceived(PUBACK, 1);
            assertThat(broker.received(SUBSCRIBE)).hasSize(1);

            broker.sessionPresent(false).cut();
            broker.awaitReceived(SUBSCRIBE, 2);
            side.awaitSubscribed();
        }
    }

    @ParameterizedTest
    @CsvSource({"V5,not authorized", "V4,not authorized"})
    void aWrongPasswordIsVisible(ProtocolVersion version, String reason) {
        try (Mosquitto broker = Mosquitto.builder().user("u", "right").build()) {
            broker.start();
            try (LocalSide side = LocalSide.at(broker.port())
                    .version(version)
                    .login("u", "wrong")
                    .start(queue)) {
                side.awaitProblem(reason);
                assertThat(side.state().connected()).isFalse();
                assertThat(side.state().problem())
                        .contains("connection refused with")
                        .doesNotContain("wrong");
            }
            try (LocalSide side = LocalSide.at(broker.port())
                    .version(version)
                    .login("u", "right")
                    .start(queue)) {
                side.awaitSubscribed();
            }
        }
    }

    @Test
    void aTakenOverSessionIsVisibleAndComesBack() {
        try (ScriptedPeer broker = ScriptedPeer.started()) {
            broker.sessionPresent(true);
            try (LocalSide side = LocalSide.at(broker.port()).start(queue)) {
                for (int theft = 1; theft <= 2; theft++) {
                    side.awaitSubscribed();
                    // It stays away for as long as that is looked at.
                    broker.on(CONNECT, Reaction.SILENCE);
                    broker.send(new byte[] {(byte) 0xe0, 2, (byte) 0x8e, 0});
                    side.awaitProblem("session taken over");
                    assertThat(side.state().connected()).isFalse();
                    broker.on(CONNECT, Reaction.ANSWER).cut();
                }
                side.awaitSubscribed();
            }
        }
    }

    static Stream<Arguments> thefts() {
        return Stream.of(
                Arguments.of(Named.of("mosquitto", (Supplier<TestBroker>) Mosquitto::started), "closed the connection"),
                Arguments.of(
                        Named.of("embedded", (Supplier<TestBroker>) EmbeddedBroker::started), "session taken over"));
    }

    @ParameterizedTest
    @MethodSource("thefts")
    void aThiefOfTheClientIdIsToldAndOutlived(Supplier<TestBroker> started, String told) throws MqttException {
        try (TestBroker broker = started.get();
                TcpProxy link = TcpProxy.to(broker);
                LocalSide side = LocalSide.at(link.port()).start(queue)) {
            side.awaitSubscribed();
            // It hears what happens to it, and does not come back before that was looked at.
            link.pause(TcpProxy.Direction.TO_BROKER);
            MqttClient thief = new MqttClient(broker.uri(), "local-b", new MemoryPersistence());
            thief.connect();
            side.awaitProblem(told);
            link.resume();
            await().atMost(PATIENCE).until(() -> !thief.isConnected());
            side.awaitSubscribed();
            thief.close(true);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V4", "V5"})
    void flowsAgainAfterTheBrokerWasFrozen(ProtocolVersion version) {
        try (Mosquitto broker = Mosquitto.started();
                Publisher publisher = Publisher.to(broker);
                LocalSide side = LocalSide.at(broker.port())
                        .version(version)
                        .keepalive(Duration.ofSeconds(1))
                        .start(queue)) {
            side.awaitSubscribed();
            publisher.publish("before", 2);
            queue.awaitSize(1);
            broker.freeze();
            await().atMost(PATIENCE).until(() -> !side.state().connected());
            broker.thaw();
            publisher.publish("after", 2);
            queue.awaitSize(2);

            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(side.awaitSubscribed().state().problem()).isNull());
        }
    }

    @Test
    void startsWhileTheBrokerIsBlackHoledOrDown() {
        try (Mosquitto broker = Mosquitto.builder().build();
                TcpProxy link = TcpProxy.to(broker)) {
            link.blackHole();
            try (LocalSide side = LocalSide.at(link.port()).start(queue)) {
                await().atMost(PATIENCE).until(() -> link.connections() > 0);
                link.refuse();
                side.awaitProblem("connection failed");
                link.heal();
                link.accept();
                broker.start();
                side.awaitSubscribed();
                try (Publisher publisher = Publisher.to(broker)) {
                    publisher.publish("a", 1);
                    queue.awaitSize(1);
                }
            }
        }
    }

    @Test
    void aBrokerThatNeverAnswersConnectIsGivenUp() {
        try (ScriptedPeer broker = ScriptedPeer.started()) {
            broker.on(CONNECT, Reaction.SILENCE);
            try (LocalSide side = LocalSide.at(broker.port()).start(queue)) {
                side.awaitProblem("no CONNACK from 127.0.0.1:" + broker.port());
                // An attempt may be under way again.
                broker.on(CONNECT, Reaction.ANSWER).cut();
                side.awaitSubscribed();
                assertThat(broker.connections()).isGreaterThan(1);
                await().atMost(PATIENCE).until(() -> broker.open() == 1);
            }
        }
    }

    @Test
    void takesMessagesThatAreLargerThanTheBrokerTakes() {
        try (ScriptedPeer broker = ScriptedPeer.started()) {
            broker.connack(properties -> properties.maximumPacketSize(100));
            try (LocalSide side = LocalSide.at(broker.port()).start(queue)) {
                side.awaitSubscribed();
                broker.publish("t", new byte[200], 1, false, 1, none());
                queue.awaitSize(1);
                assertThat(broker.connections()).isOne();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V4", "V5"})
    void aMessageThatTheClientCannotReadCostsNoConnection(ProtocolVersion version) {
        try (ScriptedPeer broker = ScriptedPeer.started();
                LocalSide side = LocalSide.at(broker.port())
                        .name("unreadable-" + version)
                        .version(version)
                        .start(queue)) {
            side.awaitSubscribed();
            broker.publish("tab\there", "first".getBytes(UTF_8), 1, false, 1, none());
            broker.publish("t", "second".getBytes(UTF_8), 1, false, 2, none());

            assertThat(broker.awaitReceived(PUBACK, 2))
                    .extracting(Packet::packetId)
                    .containsExactly(1, 2);
            assertThat(queue.texts()).containsExactly("second");
            assertThat(broker.received(CONNECT)).hasSize(1);
        }
        await().atMost(PATIENCE)
                .until(() -> Threads.of("local-unreadable-" + version).isEmpty());
    }

    @Test
    void speaksTlsToTheLocalBroker(@TempDir Path directory) {
        CertificateAuthority authority = CertificateAuthority.create(directory, "local-ca");
        CertificateAuthority clients = CertificateAuthority.create(directory, "clients-ca");
        var client = clients.issue("client");
        try (Mosquitto broker = Mosquitto.builder()
                .tls(authority.issue("127.0.0.1"))
                .clientCertificatesOf(clients.certificate())
                .build()) {
            broker.start();
            SslSettings ssl = new SslSettings(
                    true,
                    SslSettings.Verify.VERIFY_PEER,
                    null,
                    false,
                    authority.certificate(),
                    client.certificate(),
                    client.key());
            for (ProtocolVersion version : new ProtocolVersion[] {ProtocolVersion.V5, ProtocolVersion.V4}) {
                MemoryQueue filled = new MemoryQueue();
                try (LocalSide side = LocalSide.at(broker.tlsPort())
                                .name(version.label())
                                .version(version)
                                .ssl(ssl)
                                .start(filled);
                        Publisher publisher = Publisher.to(broker)) {
                    side.awaitSubscribed();
                    publisher.payloadBytes(100_000).publishEach(20, 2, "big");
                    assertThat(filled.awaitSize(20)).hasSize(20);
                }
            }
        }
    }

    @Test
    void brokersBeforeMqtt5GiveAllButTheRetainFlag() {
        try (Mosquitto broker = Mosquitto.started();
                Publisher publisher = Publisher.to(broker);
                LocalSide side =
                        LocalSide.at(broker.port()).version(ProtocolVersion.V4).start(queue)) {
            side.awaitSubscribed();
            for (int qos = 0; qos <= 2; qos++) {
                publisher.publish("qos/" + qos, qos, true, NO_PROPERTIES);
            }
            queue.awaitSize(3);
            assertThat(queue.messages())
                    .extracting(BridgeMessage::qos)
                    .containsExactlyInAnyOrder(Qos.AT_MOST_ONCE, Qos.AT_LEAST_ONCE, Qos.EXACTLY_ONCE);
            assertThat(queue.texts()).containsOnly("0 ");
        }
    }

    @ParameterizedTest
    @CsvSource({"#", "+/#", "+/a/#"})
    void wildcardsTakeNoDollarTopics(String filter) {
        try (Mosquitto broker = Mosquitto.builder().lines("sys_interval 1").build()) {
            broker.start();
            try (Publisher publisher = Publisher.to(broker);
                    LocalSide side = LocalSide.at(broker.port()).filter(filter).start(queue)) {
                side.awaitSubscribed();
                publisher.publish("$x/a/b", 1);
                publisher.publish("x/a/b", 1);
                queue.awaitSize(1);
            }
            assertThat(queue.messages()).extracting(BridgeMessage::topic).containsExactly("x/a/b");
        }
    }

    @Test
    void dollarTopicsAreTakenWhereTheyAreNamed() {
        try (Mosquitto broker = Mosquitto.builder().lines("sys_interval 1").build()) {
            broker.start();
            try (LocalSide side =
                    LocalSide.at(broker.port()).filter("$SYS/broker/uptime").start(queue)) {
                side.awaitSubscribed();
                assertThat(queue.awaitSize(1)).extracting(BridgeMessage::topic).containsOnly("$SYS/broker/uptime");
            }
            MemoryQueue other = new MemoryQueue();
            try (LocalSide side =
                            LocalSide.at(broker.port()).name("x").filter("$x/#").start(other);
                    Publisher publisher = Publisher.to(broker)) {
                side.awaitSubscribed();
                publisher.publish("$x/a", 1);
                assertThat(other.awaitSize(1)).extracting(BridgeMessage::topic).containsExactly("$x/a");
            }
        }
    }

    private static io.netty.handler.codec.mqtt.MqttProperties none() {
        return io.netty.handler.codec.mqtt.MqttProperties.NO_PROPERTIES;
    }
}
