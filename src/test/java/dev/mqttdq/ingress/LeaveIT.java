package dev.mqttdq.ingress;

import static io.netty.handler.codec.mqtt.MqttMessageType.CONNECT;
import static io.netty.handler.codec.mqtt.MqttMessageType.PUBACK;
import static io.netty.handler.codec.mqtt.MqttMessageType.SUBSCRIBE;
import static io.netty.handler.codec.mqtt.MqttMessageType.UNSUBSCRIBE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.ingress.IngressState.Presence;
import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.testkit.EmbeddedBroker;
import dev.mqttdq.testkit.LocalSide;
import dev.mqttdq.testkit.MemoryQueue;
import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.Packet;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.Reaction;
import dev.mqttdq.testkit.ScriptedPeer;
import dev.mqttdq.testkit.TestBroker;
import io.netty.handler.codec.mqtt.MqttProperties;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Leaving the local broker, which says in no packet that it has nothing left. */
class LeaveIT {

    private static final int NOT_AUTHORIZED = 0x87;

    private final MemoryQueue queue = new MemoryQueue();

    @ParameterizedTest
    @EnumSource(names = {"V4", "V5"})
    void unsubscribesThenHasTheSessionForgotten(ProtocolVersion version) {
        try (ScriptedPeer broker = ScriptedPeer.started();
                LocalSide side = LocalSide.at(broker.port()).version(version).start(queue)) {
            side.awaitSubscribed();

            side.leave().awaitLeft();

            assertThat(broker.received(UNSUBSCRIBE)).hasSizeGreaterThan(1);
            assertThat(cleanStarts(broker)).containsExactly(false, true);
            assertThat(side.state().connected()).isFalse();
        }
    }

    @Test
    void takesWhatStillComesBeforeItEndsTheSession() {
        AtomicInteger left = new AtomicInteger(5);
        try (ScriptedPeer broker = ScriptedPeer.started();
                LocalSide side = LocalSide.at(broker.port()).start(queue)) {
            side.awaitSubscribed();
            Reaction oneMore = exchange -> {
                exchange.answer();
                int packetId = left.getAndDecrement();
                if (packetId > 0) {
                    broker.offer("t", new byte[] {(byte) packetId}, 1, packetId, MqttProperties.NO_PROPERTIES);
                }
            };
            broker.on(UNSUBSCRIBE, oneMore);

            side.leave().awaitLeft();

            assertThat(queue.messages()).hasSize(5);
            assertThat(broker.received(PUBACK)).hasSize(5);
            assertThat(broker.received(UNSUBSCRIBE)).hasSizeGreaterThan(5);
        }
    }

    static Stream<Named<Supplier<TestBroker>>> brokers() {
        return Stream.of(Named.of("Mosquitto", Mosquitto::started), Named.of("HiveMQ", EmbeddedBroker::started));
    }

    /** A broker may drop what it has buffered when it is unsubscribed (MQTT 5.0 section 3.10.4); these do not. */
    @ParameterizedTest
    @MethodSource("brokers")
    void takesWhatARealBrokerHasQueued(Supplier<TestBroker> brokers) {
        try (TestBroker broker = brokers.get();
                Publisher publisher = Publisher.to(broker)) {
            try (LocalSide side = LocalSide.at(broker.port()).filter("t/#").start(queue)) {
                side.awaitSubscribed();
            }
            publisher.publishEach(100, 1, "t/1", "t/2", "t/3");
            publisher.publishEach(100, 2, "t/1", "t/2", "t/3");
            assertThat(publisher.awaitAcknowledged()).isZero();

            try (LocalSide side = LocalSide.at(broker.port())
                    .filter("t/#")
                    .receiveMaximum(5)
                    .start(queue)
                    .leave()) {
                side.awaitLeft();
            }

            assertThat(queue.messages().stream().map(message -> message.topic() + " " + text(message)))
                    .doesNotHaveDuplicates()
                    .hasSize(600);
        }
    }

    private static String text(BridgeMessage message) {
        return new String(message.payload(), StandardCharsets.UTF_8);
    }

    @Test
    void keepsTheSessionWhileAMessageIsNotStored() {
        queue.stall();
        try (ScriptedPeer broker = ScriptedPeer.started();
                LocalSide side = LocalSide.at(broker.port()).start(queue)) {
            side.awaitSubscribed();
            broker.publish("t", new byte[1], 1, false, 1, MqttProperties.NO_PROPERTIES);

            side.leave();
            broker.awaitReceived(UNSUBSCRIBE, 4);
            assertThat(cleanStarts(broker)).containsExactly(false);

            queue.resume();
            side.awaitLeft();
            assertThat(broker.received(PUBACK)).hasSize(1);
            assertThat(cleanStarts(broker)).containsExactly(false, true);
        }
    }

    @Test
    void beginsAnewOnTheNextConnection() {
        try (ScriptedPeer broker = ScriptedPeer.started();
                LocalSide side = LocalSide.at(broker.port()).start(queue)) {
            side.awaitSubscribed();
            broker.sessionPresent(true).once(UNSUBSCRIBE, Reaction.CUT);

            side.leave().awaitLeft();

            assertThat(broker.received(SUBSCRIBE)).hasSize(1);
            assertThat(cleanStarts(broker)).containsExactly(false, false, true);
        }
    }

    @Test
    void keepsTheSessionWhereTheBrokerDoesNotUnsubscribe() {
        try (ScriptedPeer broker = ScriptedPeer.started();
                LocalSide side = LocalSide.at(broker.port()).start(queue)) {
            side.awaitSubscribed();
            broker.on(UNSUBSCRIBE, Reaction.reason(NOT_AUTHORIZED));

            side.leave();
            broker.awaitReceived(UNSUBSCRIBE, 2);

            side.awaitProblem("does not unsubscribe");
            assertThat(side.state().presence()).isEqualTo(Presence.LEAVING);
            assertThat(cleanStarts(broker)).containsExactly(false);
        }
    }

    @Test
    void subscribesAgainWhenItStaysAfterAll() {
        try (ScriptedPeer broker = ScriptedPeer.started();
                LocalSide side = LocalSide.at(broker.port()).start(queue)) {
            side.awaitSubscribed();
            broker.once(UNSUBSCRIBE, Reaction.SILENCE);

            side.leave();
            broker.awaitReceived(UNSUBSCRIBE, 1);
            side.stay();
            side.awaitSubscribed();
            assertThat(broker.connections()).isOne();

            side.leave().awaitLeft();
            side.stay();
            side.awaitSubscribed();
            assertThat(broker.received(SUBSCRIBE)).hasSize(3);
            assertThat(cleanStarts(broker)).containsExactly(false, true, false);
        }
    }

    private static List<Boolean> cleanStarts(ScriptedPeer broker) {
        return broker.received(CONNECT).stream()
                .map(Packet::connect)
                .map(connect -> connect.variableHeader().isCleanSession())
                .toList();
    }
}
