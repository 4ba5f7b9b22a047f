package dev.mqttdq.egress;

import static io.netty.handler.codec.mqtt.MqttMessageType.CONNECT;
import static io.netty.handler.codec.mqtt.MqttMessageType.PUBLISH;
import static io.netty.handler.codec.mqtt.MqttMessageType.PUBREL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.message.Qos;
import dev.mqttdq.store.DropReason;
import dev.mqttdq.testkit.BridgeSettingsBuilder;
import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.Packet;
import dev.mqttdq.testkit.Reaction;
import dev.mqttdq.testkit.RemoteSide;
import dev.mqttdq.testkit.ScriptedPeer;
import dev.mqttdq.testkit.Subscriber;
import dev.mqttdq.testkit.TcpProxy;
import io.netty.handler.codec.mqtt.MqttMessageType;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Connections to the remote that end at the worst moments. */
@Execution(ExecutionMode.CONCURRENT)
class LostConnectionsIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int WINDOW = 8;
    private static final int MESSAGES = 20;
    private static final int CUTS = 2;
    private static final List<String> TOPICS = List.of("a", "b", "c");

    @TempDir
    Path directory;

    private final ScriptedPeer peer = ScriptedPeer.started();

    @AfterEach
    void stop() {
        peer.close();
    }

    /** One moment of the exchange of a message. */
    record Cut(String moment, Qos qos, MqttMessageType after, Reaction how) {

        @Override
        public String toString() {
            return moment + " at " + qos;
        }
    }

    static Stream<Cut> cuts() {
        return Stream.of(
                new Cut("before PUBACK", Qos.AT_LEAST_ONCE, PUBLISH, Reaction.CUT),
                new Cut("after PUBACK", Qos.AT_LEAST_ONCE, PUBLISH, Reaction.ANSWER_THEN_HANG_UP),
                new Cut("before PUBREC", Qos.EXACTLY_ONCE, PUBLISH, Reaction.CUT),
                new Cut("after PUBREC", Qos.EXACTLY_ONCE, PUBLISH, Reaction.ANSWER_THEN_HANG_UP),
                new Cut("before PUBCOMP", Qos.EXACTLY_ONCE, PUBREL, Reaction.CUT),
                new Cut("after PUBCOMP", Qos.EXACTLY_ONCE, PUBREL, Reaction.ANSWER_THEN_HANG_UP));
    }

    @ParameterizedTest
    @MethodSource("cuts")
    void losesNothingToACut(Cut cut) {
        losesNothing(cut, ProtocolVersion.V5);
    }

    @ParameterizedTest
    @MethodSource("cuts")
    void losesNothingToACutBeforeMqtt5(Cut cut) {
        losesNothing(cut, ProtocolVersion.V4);
    }

    private void losesNothing(Cut cut, ProtocolVersion version) {
        try (RemoteSide bridge = RemoteSide.opened(
                settings().version(version).maxInflight(WINDOW).build(directory), InstantSource.system())) {
            peer.on(cut.after(), secondOfEachConnection(cut.how()));
            for (int i = 0; i < MESSAGES; i++) {
                for (String topic : TOPICS) {
                    bridge.append(topic, i + " ", cut.qos());
                }
            }
            // Only now, so that the window is full whenever a connection ends.
            bridge.start();
            bridge.awaitDrained();

            assertThat(bridge.counters().publish()).isEqualTo(MESSAGES * TOPICS.size());
            assertThat(bridge.counters().drop()).isZero();
            assertThat(peer.connections()).isEqualTo(CUTS + 1);
            assertArrivedInOrder();
            assertThat(peer.received(PUBLISH)).hasSizeLessThanOrEqualTo(MESSAGES * TOPICS.size() + CUTS * WINDOW);
            assertThat(bridge.retried("connection_lost")).isBetween(1L, (long) CUTS * WINDOW);
        }
    }

    /** The first exchange of each connection passes, so that every one of them proves itself. */
    private static Reaction secondOfEachConnection(Reaction reaction) {
        Map<Integer, Integer> seen = new HashMap<>();
        return exchange -> {
            int connection = exchange.packet().connection();
            boolean due = connection <= CUTS && seen.merge(connection, 1, Integer::sum) == 2;
            (due ? reaction : Reaction.ANSWER).react(exchange);
        };
    }

    private void assertArrivedInOrder() {
        for (String topic : TOPICS) {
            assertThat(peer.received(PUBLISH).stream()
                            .filter(packet -> packet.topic().equals(topic))
                            .map(Packet::text)
                            .distinct())
                    .containsExactlyElementsOf(
                            IntStream.range(0, MESSAGES).mapToObj(i -> i + " ").toList());
        }
    }

    @Test
    void survivesCutsAroundTheConnack() {
        peer.once(CONNECT, Reaction.CUT).once(CONNECT, Reaction.ANSWER_THEN_HANG_UP);
        try (RemoteSide bridge = start(settings())) {
            bridge.append("t", "0 ", Qos.AT_LEAST_ONCE);
            bridge.awaitDrained();

            assertThat(bridge.counters().publish()).isOne();
            assertThat(bridge.retried("connect_failed")).isPositive();
        }
    }

    @Test
    void aSwallowedAcknowledgementRenewsTheConnection() {
        peer.once(PUBLISH, Reaction.SILENCE);
        try (RemoteSide bridge = start(settings().ackTimeout(Duration.ofSeconds(1)))) {
            bridge.append("t", "0 ", Qos.AT_LEAST_ONCE);
            bridge.awaitDrained();

            assertThat(bridge.counters().publish()).isOne();
            assertThat(bridge.retried("timeout")).isPositive();
            assertThat(peer.received(PUBLISH)).hasSizeGreaterThan(1);
            assertThat(peer.connections()).isGreaterThan(1);
        }
    }

    @Test
    void eachLostConnectionCostsAnAttemptAndFailedConnectsNone() {
        peer.once(PUBLISH, exchange -> {
            peer.on(CONNECT, Reaction.CUT);
            exchange.cut();
        });
        try (RemoteSide bridge = start(settings().maxPublishRetries(2))) {
            bridge.append("t", "0 ", Qos.AT_LEAST_ONCE);
            await().atMost(PATIENCE).until(() -> bridge.retried("connect_failed") >= 2);
            assertThat(bridge.counters().drop()).isZero();
            peer.once(PUBLISH, Reaction.CUT).on(CONNECT, Reaction.ANSWER);
            bridge.awaitDrained();

            assertThat(bridge.counters().drop(DropReason.RETRIES_EXHAUSTED)).isOne();
            assertThat(peer.received(PUBLISH)).hasSize(2);
        }
    }

    @Test
    void findsAHalfOpenLink() {
        try (TcpProxy link = TcpProxy.to(peer.port());
                RemoteSide bridge = start(BridgeSettingsBuilder.to(link.port()).keepalive(Duration.ofSeconds(1)))) {
            bridge.append("t", "0 ", Qos.AT_LEAST_ONCE);
            bridge.awaitDrained();
            // Unanswered when the connection ends, at whichever moment the keep alive finds that out.
            peer.once(PUBLISH, Reaction.SILENCE);
            bridge.append("t", "1 ", Qos.AT_LEAST_ONCE);
            peer.awaitReceived(PUBLISH, 2);
            link.blackHole();
            bridge.append("t", "2 ", Qos.AT_LEAST_ONCE);
            await().atMost(PATIENCE).until(() -> !bridge.connector().connected());
            link.heal();
            bridge.awaitDrained();

            assertThat(bridge.counters().publish()).isEqualTo(3);
            assertThat(bridge.retried("connection_lost")).isPositive();
        }
    }

    @ParameterizedTest
    @EnumSource
    void flowsAgainAfterTheRemoteWasFrozen(ProtocolVersion version) {
        try (Mosquitto broker = Mosquitto.started();
                Subscriber subscriber = Subscriber.to(broker, "#");
                RemoteSide bridge = start(
                        BridgeSettingsBuilder.to(broker.port()).version(version).keepalive(Duration.ofSeconds(1)))) {
            bridge.appendEach("t", 0, 10, Qos.EXACTLY_ONCE);
            bridge.awaitDrained();
            broker.freeze();
            bridge.appendEach("t", 10, 10, Qos.EXACTLY_ONCE);
            await().atMost(PATIENCE).until(() -> !bridge.connector().connected());
            broker.thaw();
            bridge.awaitDrained();

            assertThat(subscriber.awaitDistinct(20).outOfOrder()).isEmpty();
            assertThat(bridge.counters().publish()).isEqualTo(20);
        }
    }

    private BridgeSettingsBuilder settings() {
        return BridgeSettingsBuilder.to(peer.port());
    }

    private RemoteSide start(BridgeSettingsBuilder settings) {
        return RemoteSide.started(settings.build(directory));
    }
}
