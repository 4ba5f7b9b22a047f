package dev.mqttdq.egress;

import static io.netty.handler.codec.mqtt.MqttMessageType.CONNECT;
import static io.netty.handler.codec.mqtt.MqttMessageType.PINGREQ;
import static io.netty.handler.codec.mqtt.MqttMessageType.PUBLISH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import dev.mqttdq.message.UserProperty;
import dev.mqttdq.store.DropReason;
import dev.mqttdq.testkit.BridgeSettingsBuilder;
import dev.mqttdq.testkit.Exchange;
import dev.mqttdq.testkit.Packet;
import dev.mqttdq.testkit.Reaction;
import dev.mqttdq.testkit.RemoteSide;
import dev.mqttdq.testkit.ScriptedPeer;
import io.netty.handler.codec.mqtt.MqttProperties.MqttPropertyType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an MQTT 5 remote announces in CONNACK. */
@Execution(ExecutionMode.CONCURRENT)
class RemoteLimitsIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** In which one message too many would show. */
    private static final Duration SILENCE = Duration.ofMillis(500);

    @TempDir
    Path directory;

    private final ScriptedPeer peer = ScriptedPeer.started();

    @AfterEach
    void stop() {
        peer.close();
    }

    @ParameterizedTest
    @CsvSource({"1,AT_LEAST_ONCE", "5,AT_LEAST_ONCE", "1,EXACTLY_ONCE", "5,EXACTLY_ONCE"})
    void neverHasMoreUnansweredThanReceiveMaximum(int receiveMaximum, Qos qos) {
        Queue<Exchange> unanswered = new ConcurrentLinkedQueue<>();
        peer.connack(properties -> properties.receiveMaximum(receiveMaximum)).on(PUBLISH, unanswered::add);
        try (RemoteSide bridge = start(settings())) {
            bridge.appendEach("t", 0, 12, qos);
            for (int round = 0; round < 2; round++) {
                await().during(SILENCE).atMost(PATIENCE).until(() -> unanswered.size() >= receiveMaximum);
                assertThat(unanswered).hasSize(receiveMaximum);
                for (int i = 0; i < receiveMaximum; i++) {
                    unanswered.remove().answer();
                }
            }
            await().atMost(PATIENCE).until(() -> {
                answerAll(unanswered);
                return bridge.counters().dequeue() == 12;
            });

            assertThat(bridge.counters().publish()).isEqualTo(12);
            assertThat(peer.received(PUBLISH)).hasSize(12);
            assertThat(peer.connections()).isOne();
        }
    }

    private static void answerAll(Queue<Exchange> unanswered) {
        for (Exchange next = unanswered.poll(); next != null; next = unanswered.poll()) {
            next.answer();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void dropsWhatIsOneByteOverTheMaximumPacketSize(boolean withProperties) {
        int limit = 200;
        peer.connack(properties -> properties.maximumPacketSize(limit));
        MessageProperties properties = withProperties
                ? new MessageProperties(
                        1,
                        null,
                        "text/plain",
                        "answer/ü",
                        new byte[] {1, 2, 3},
                        List.of(new UserProperty("k", "v"), new UserProperty("k", "日本")))
                : MessageProperties.NONE;
        try (RemoteSide bridge = start(settings())) {
            bridge.append("t", new byte[0], Qos.AT_LEAST_ONCE, properties);
            bridge.awaitDrained();
            int headers = size(peer.received(PUBLISH).get(0));
            // From 128 bytes on the remaining length takes one byte more.
            int room = limit - headers - 1;
            bridge.append("t", new byte[room + 1], Qos.AT_LEAST_ONCE, properties);
            bridge.append("t", new byte[room], Qos.AT_LEAST_ONCE, properties);
            bridge.awaitDrained();

            assertThat(bridge.counters().drop(DropReason.PACKET_TOO_LARGE)).isOne();
            assertThat(bridge.counters().publish()).isEqualTo(2);
            assertThat(size(peer.received(PUBLISH).get(1))).isEqualTo(limit);
            assertThat(peer.connections()).isOne();
        }
    }

    private static int size(Packet packet) {
        int remaining = packet.message().fixedHeader().remainingLength();
        return 1 + (remaining < 128 ? 1 : 2) + remaining;
    }

    @Test
    void lowersQosAndClearsRetainOnThisConnectionOnly() {
        peer.connack(properties -> properties.maximumQos((byte) 1).retainAvailable(false));
        try (RemoteSide bridge = start(settings())) {
            bridge.append(retained("t"));
            bridge.awaitDrained();
            peer.connack(properties -> properties.maximumQos((byte) 0).retainAvailable(true));
            peer.cut();
            peer.awaitReceived(CONNECT, 2);
            bridge.append(retained("t"));
            bridge.awaitDrained();
            // At QoS 0 it has ended when it is written.
            peer.awaitReceived(PUBLISH, 2);
            peer.connack(properties -> properties.retainAvailable(true));
            peer.cut();
            peer.awaitReceived(CONNECT, 3);
            bridge.append(retained("t"));
            bridge.awaitDrained();

            assertThat(peer.received(PUBLISH)).extracting(Packet::qos).containsExactly(1, 0, 2);
            assertThat(peer.received(PUBLISH)).extracting(Packet::retain).containsExactly(false, true, true);
            assertThat(bridge.counters().publish()).isEqualTo(3);
        }
    }

    private static BridgeMessage retained(String topic) {
        return new BridgeMessage(topic, new byte[] {1}, Qos.EXACTLY_ONCE, true, 0, MessageProperties.NONE);
    }

    @Test
    void pingsAsOftenAsTheServerWants() {
        peer.connack(properties -> properties.serverKeepAlive(1));
        try (RemoteSide bridge = start(settings().keepalive(Duration.ofSeconds(60)))) {
            peer.awaitReceivedOnOneConnection(PINGREQ, 2);

            bridge.awaitConnected();
        }
    }

    @Test
    void noticesASilentServerByTheKeepAliveItAskedFor() {
        peer.connack(properties -> properties.serverKeepAlive(1)).on(PINGREQ, RemoteLimitsIT::answerLaterConnections);
        try (RemoteSide bridge = start(settings().keepalive(Duration.ofSeconds(60)))) {
            peer.awaitReceived(CONNECT, 2);
            bridge.append("t", "0 ", Qos.AT_LEAST_ONCE);
            bridge.awaitDrained();

            assertThat(bridge.connector().reconnects()).isPositive();
        }
    }

    private static void answerLaterConnections(Exchange exchange) {
        if (exchange.packet().connection() > 1) {
            exchange.answer();
        }
    }

    @Test
    void usesNoTopicAliases() {
        peer.connack(properties -> properties.topicAliasMaximum(10));
        try (RemoteSide bridge = start(settings())) {
            bridge.appendEach("t", 0, 5, Qos.AT_LEAST_ONCE);
            bridge.awaitDrained();
            peer.once(PUBLISH, Reaction.CUT);
            bridge.appendEach("t", 5, 5, Qos.AT_LEAST_ONCE);
            bridge.awaitDrained();

            assertThat(peer.received(PUBLISH)).extracting(Packet::topic).containsOnly("t");
            assertThat(peer.received(PUBLISH))
                    .extracting(packet -> packet.properties().getProperty(MqttPropertyType.TOPIC_ALIAS.value()))
                    .containsOnlyNulls();
        }
    }

    @Test
    void keepsItsClientIdWhateverIsAssigned() {
        peer.connack(properties -> properties.assignedClientId("somebody-else"));
        try (RemoteSide bridge = start(settings())) {
            bridge.append("t", "0 ", Qos.AT_LEAST_ONCE);
            bridge.awaitDrained();
            peer.cut();
            peer.awaitReceived(CONNECT, 2);
            bridge.append("t", "1 ", Qos.AT_LEAST_ONCE);
            bridge.awaitDrained();

            assertThat(peer.received(CONNECT))
                    .extracting(packet -> packet.connect().payload().clientIdentifier())
                    .containsOnly("connector-0");
        }
    }

    @Test
    void asksNothingOfRemotesBeforeMqtt5() {
        try (RemoteSide bridge = start(settings().version(ProtocolVersion.V4))) {
            bridge.append(retained("t"));
            bridge.awaitDrained();

            assertThat(peer.received(PUBLISH)).extracting(Packet::qos).containsExactly(2);
            assertThat(peer.received(PUBLISH)).extracting(Packet::retain).containsExactly(true);
        }
    }

    private BridgeSettingsBuilder settings() {
        return BridgeSettingsBuilder.to(peer.port());
    }

    private RemoteSide start(BridgeSettingsBuilder settings) {
        return RemoteSide.started(settings.build(directory));
    }
}
