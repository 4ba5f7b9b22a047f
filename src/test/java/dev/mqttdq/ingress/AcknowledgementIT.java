package dev.mqttdq.ingress;

import static io.netty.handler.codec.mqtt.MqttMessageType.CONNECT;
import static io.netty.handler.codec.mqtt.MqttMessageType.PUBACK;
import static io.netty.handler.codec.mqtt.MqttMessageType.PUBCOMP;
import static io.netty.handler.codec.mqtt.MqttMessageType.PUBREC;
import static io.netty.handler.codec.mqtt.MqttMessageType.SUBSCRIBE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.testkit.LocalSide;
import dev.mqttdq.testkit.MemoryQueue;
import dev.mqttdq.testkit.Packet;
import dev.mqttdq.testkit.Reaction;
import dev.mqttdq.testkit.ScriptedPeer;
import io.netty.handler.codec.mqtt.MqttFixedHeader;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageIdVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.MqttPropertyType;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttTopicSubscription;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The exchange of each message with the local broker, packet by packet. */
@Execution(ExecutionMode.CONCURRENT)
class AcknowledgementIT {

    private static final int FIRST_UNUSED = 91;

    private final ScriptedPeer broker = ScriptedPeer.started();
    private final MemoryQueue queue = new MemoryQueue();

    @AfterEach
    void stop() {
        broker.close();
    }

    @ParameterizedTest
    @CsvSource({"V5,1", "V5,2", "V4,1", "V4,2"})
    void acknowledgesNothingBeforeItIsStored(ProtocolVersion version, int qos) {
        MqttMessageType acknowledgement = qos == 1 ? PUBACK : PUBREC;
        queue.stall();
        try (LocalSide side = start(version)) {
            publish("a", qos, 11);
            publish("b", qos, 12);
            publish("c", qos, 13);
            queue.awaitSize(3);
            awaitAllSent(FIRST_UNUSED);
            assertThat(broker.received(acknowledgement)).isEmpty();
            assertThat(completed()).isEmpty();
            assertThat(side.held()).isPositive();

            queue.resume();

            assertThat(broker.awaitReceived(acknowledgement, 3))
                    .extracting(Packet::packetId)
                    .containsExactly(11, 12, 13);
            assertThat(side.held()).isZero();
            if (qos == 2) {
                broker.awaitReceived(PUBCOMP, 4);
                assertThat(completed()).containsExactly(11, 12, 13);
            }
            awaitAllSent(FIRST_UNUSED + 1);
            assertThat(broker.received(acknowledgement)).hasSize(3);
            assertThat(queue.texts()).containsExactly("a", "b", "c");
        }
    }

    /** Has an exchange completed that nobody began; what the client had to say before that has arrived then. */
    private void awaitAllSent(int unusedPacketId) {
        release(unusedPacketId);
        await().until(() -> broker.received(PUBCOMP).stream().anyMatch(packet -> packet.packetId() == unusedPacketId));
    }

    /** Of the messages of the test. */
    private List<Integer> completed() {
        return broker.received(PUBCOMP).stream()
                .map(Packet::packetId)
                .filter(packetId -> packetId < FIRST_UNUSED)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"V5,1", "V5,2", "V4,1", "V4,2"})
    void acknowledgesWhatItCannotReadAndGoesOn(ProtocolVersion version, int qos) {
        MqttMessageType acknowledgement = qos == 1 ? PUBACK : PUBREC;
        try (LocalSide side = start(version)) {
            broker.publish("t/\u0001", "a".getBytes(UTF_8), qos, false, 11, MqttProperties.NO_PROPERTIES);
            publish("b", qos, 12);

            assertThat(broker.awaitReceived(acknowledgement, 2))
                    .extracting(Packet::packetId)
                    .containsExactly(11, 12);
            if (qos == 2) {
                assertThat(broker.awaitReceived(PUBCOMP, 2))
                        .extracting(Packet::packetId)
                        .containsExactly(11, 12);
            }
            assertThat(queue.texts()).containsExactly("b");
            assertThat(broker.received(CONNECT)).hasSize(1);
            assertThat(side.held()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"V5,1", "V5,2", "V4,1", "V4,2"})
    void takesAgainWhatAnEndedConnectionLeftUnacknowledged(ProtocolVersion version, int qos) {
        MqttMessageType acknowledgement = qos == 1 ? PUBACK : PUBREC;
        broker.sessionPresent(true);
        queue.stall();
        try (LocalSide side = start(version)) {
            publish("a", qos, 11);
            queue.awaitSize(1);
            broker.cut();
            // Stored only now: its acknowledgement belongs to a connection that is over.
            queue.resume();
            broker.awaitReceived(CONNECT, 2);
            side.awaitSubscribed();
            redeliver("a", qos, 11);
            queue.awaitSize(2);

            assertThat(broker.awaitReceived(acknowledgement, 1))
                    .extracting(Packet::connection)
                    .containsExactly(2);
            assertThat(queue.texts()).containsExactly("a", "a");
        }
    }

    @ParameterizedTest
    @CsvSource({"V5,1", "V5,2", "V4,1", "V4,2"})
    void goesOnAfterACutInsteadOfTheNextPacket(ProtocolVersion version, int qos) {
        broker.sessionPresent(true).once(qos == 1 ? PUBACK : PUBREC, Reaction.CUT);
        try (LocalSide side = start(version)) {
            publish("a", qos, 11);
            broker.awaitReceived(CONNECT, 2);
            side.awaitSubscribed();
            redeliver("a", qos, 11);
            publish("b", qos, 12);
            queue.awaitSize(3);

            assertThat(queue.texts()).containsExactly("a", "a", "b");
            assertThat(broker.awaitReceived(qos == 1 ? PUBACK : PUBCOMP, qos == 1 ? 3 : 2))
                    .extracting(Packet::packetId)
                    .endsWith(11, 12);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V4", "V5"})
    void completesWhatOnlyTheBrokerRemembers(ProtocolVersion version) {
        broker.sessionPresent(true);
        try (LocalSide side = start(version)) {
            release(77);

            assertThat(broker.awaitReceived(PUBCOMP, 1))
                    .extracting(Packet::packetId)
                    .containsExactly(77);
            publish("a", 2, 77);
            assertThat(broker.awaitReceived(PUBCOMP, 2)).hasSize(2);
            assertThat(queue.texts()).containsExactly("a");
            assertThat(broker.connections()).isOne();
            assertThat(side.state().subscribed()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V4", "V5"})
    void completesAfterACutBetweenPubrecAndPubcomp(ProtocolVersion version) {
        broker.sessionPresent(true).once(PUBCOMP, Reaction.CUT);
        try (LocalSide side = start(version)) {
            publish("a", 2, 11);
            broker.awaitReceived(CONNECT, 2);
            side.awaitSubscribed();
            release(11);
            assertThat(broker.awaitReceived(PUBCOMP, 2))
                    .extracting(Packet::packetId)
                    .containsExactly(11, 11);
            publish("b", 2, 11);
            broker.awaitReceived(PUBCOMP, 3);

            assertThat(queue.texts()).containsExactly("a", "b");
        }
    }

    @ParameterizedTest
    @CsvSource({"V5,1", "V5,2", "V4,1", "V4,2"})
    void usesTheSamePacketIdentifierOverAndOver(ProtocolVersion version, int qos) {
        try (LocalSide side = start(version)) {
            for (int i = 0; i < 50; i++) {
                publish(Integer.toString(i), qos, 1 + i % 3);
                broker.awaitReceived(qos == 1 ? PUBACK : PUBCOMP, i + 1);
            }
            assertThat(queue.texts()).hasSize(50).doesNotHaveDuplicates();
            assertThat(side.held()).isZero();
            assertThat(broker.connections()).isOne();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V4", "V5"})
    void asksForAPersistentSessionAndTheWholeMessage(ProtocolVersion version) {
        try (LocalSide side = start(version)) {
            var connect = broker.received(CONNECT).get(0).connect().variableHeader();
            assertThat(connect.isCleanSession()).isFalse();
            if (version == ProtocolVersion.V5) {
                var option = subscription().option();
                assertThat(option.isRetainAsPublished()).isTrue();
                assertThat(option.isNoLocal()).isTrue();
                assertThat(option.retainHandling().value()).isEqualTo(2);
                assertThat(property(connect.properties(), MqttPropertyType.SESSION_EXPIRY_INTERVAL))
                        .isEqualTo(3600);
                assertThat(property(connect.properties(), MqttPropertyType.RECEIVE_MAXIMUM))
                        .isEqualTo(1024);
                assertThat(connect.properties().getProperty(MqttPropertyType.TOPIC_ALIAS_MAXIMUM.value()))
                        .isNull();
            }
            assertThat(subscription().qualityOfService().value()).isEqualTo(2);
            assertThat(side.state().problem()).isNull();
        }
    }

    private MqttTopicSubscription subscription() {
        return broker.received(SUBSCRIBE)
                .get(0)
                .subscribe()
                .payload()
                .topicSubscriptions()
                .get(0);
    }

    private static Object property(MqttProperties properties, MqttPropertyType type) {
        return properties.getProperty(type.value()).value();
    }

    private LocalSide start(ProtocolVersion version) {
        return LocalSide.at(broker.port())
                .version(version)
                .start(List.of(queue))
                .awaitSubscribed();
    }

    private void publish(String text, int qos, int packetId) {
        broker.publish("t", text.getBytes(UTF_8), qos, false, packetId, MqttProperties.NO_PROPERTIES);
    }

    private void redeliver(String text, int qos, int packetId) {
        broker.redeliver("t", text.getBytes(UTF_8), qos, packetId);
    }

    private void release(int packetId) {
        broker.send(new MqttMessage(
                new MqttFixedHeader(MqttMessageType.PUBREL, false, MqttQoS.AT_LEAST_ONCE, false, 0),
                MqttMessageIdVariableHeader.from(packetId)));
    }
}
