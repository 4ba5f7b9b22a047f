package dev.mqttdq.egress;

import static io.netty.handler.codec.mqtt.MqttMessageType.PUBLISH;
import static io.netty.handler.codec.mqtt.MqttMessageType.PUBREL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.message.Qos;
import dev.mqttdq.store.DropReason;
import dev.mqttdq.testkit.BridgeSettingsBuilder;
import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.Packet;
import dev.mqttdq.testkit.Reaction;
import dev.mqttdq.testkit.RemoteSide;
import dev.mqttdq.testkit.ScriptedPeer;
import dev.mqttdq.testkit.Subscriber;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A remote that refuses messages one by one and keeps the connection. */
@Execution(ExecutionMode.CONCURRENT)
class RefusedMessagesIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int NOT_AUTHORIZED = 0x87;
    private static final int NO_MATCHING_SUBSCRIBERS = 16;

    @TempDir
    Path directory;

    private final ScriptedPeer peer = ScriptedPeer.started();

    @AfterEach
    void stop() {
        peer.close();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AT_MOST_ONCE")
    void holdsOneTopicBackWhileTheOthersFlow(Qos qos) {
        peer.on(PUBLISH, refusing("denied"));
        try (RemoteSide bridge = start(-1)) {
            bridge.append("denied", "0 ", qos);
            await().atMost(PATIENCE).until(() -> bridge.retried("reason_code") > 0);
            for (int i = 1; i < 10; i++) {
                bridge.append("denied", i + " ", qos);
                bridge.append("good/" + i % 3, i + " ", qos);
            }
            await().atMost(PATIENCE).until(() -> bridge.counters().publish() == 9);
            await().atMost(PATIENCE).until(() -> bridge.retried("reason_code") > 1);

            assertThat(texts("denied")).hasSizeGreaterThan(1).containsOnly("0 ");
            assertThat(bridge.counters().drop()).isZero();

            peer.on(PUBLISH, Reaction.ANSWER);
            bridge.awaitDrained();

            assertThat(bridge.counters().publish()).isEqualTo(19);
            assertThat(texts("denied").stream().distinct())
                    .containsExactlyElementsOf(
                            IntStream.range(0, 10).mapToObj(i -> i + " ").toList());
            assertThat(peer.connections()).isOne();
        }
    }

    @ParameterizedTest
    @CsvSource({"0,1,AT_LEAST_ONCE", "1,1,AT_LEAST_ONCE", "3,3,AT_LEAST_ONCE", "1,1,EXACTLY_ONCE", "3,3,EXACTLY_ONCE"})
    void triesExactlyAsOftenAsConfigured(int configured, int attempts, Qos qos) {
        peer.on(PUBLISH, refusing("denied"));
        try (RemoteSide bridge = start(configured)) {
            bridge.append("denied", "0 ", qos);
            bridge.append("good", "0 ", qos);
            bridge.awaitDrained();

            assertThat(texts("denied")).hasSize(attempts);
            assertThat(bridge.counters().publish()).isOne();
            assertThat(bridge.counters().drop(DropReason.RETRIES_EXHAUSTED)).isOne();
            assertThat(bridge.counters().drop()).isOne();
            assertThat(bridge.retried("reason_code")).isEqualTo(attempts - 1);
            assertThat(peer.connections()).isOne();
        }
    }

    @Test
    void dropsEachMessageOfADeniedTopicByItself() {
        peer.on(PUBLISH, refusing("denied"));
        try (RemoteSide bridge = start(1)) {
            bridge.appendEach("denied", 0, 5, Qos.AT_LEAST_ONCE);
            bridge.appendEach("good", 0, 50, Qos.AT_LEAST_ONCE);
            bridge.awaitDrained();

            assertThat(texts("denied")).containsExactly("0 ", "1 ", "2 ", "3 ", "4 ");
            assertThat(texts("good")).hasSize(50).doesNotHaveDuplicates();
            assertThat(bridge.counters().drop(DropReason.RETRIES_EXHAUSTED)).isEqualTo(5);
            assertThat(peer.connections()).isOne();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AT_MOST_ONCE")
    void takesNoMatchingSubscribersForSuccess(Qos qos) {
        peer.on(PUBLISH, Reaction.reason(NO_MATCHING_SUBSCRIBERS));
        try (RemoteSide bridge = start(1)) {
            bridge.appendEach("t", 0, 5, qos);
            bridge.awaitDrained();

            assertThat(bridge.counters().publish()).isEqualTo(5);
            assertThat(peer.received(PUBLISH)).hasSize(5);
            assertThat(peer.connections()).isOne();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0x80, 0x83, 0x97, 0x99})
    void triesAgainWhateverTheCodeOfARefusedExchangeIs(int code) {
        peer.once(PUBLISH, Reaction.reason(code));
        try (RemoteSide bridge = start(-1)) {
            bridge.append("t", "0 ", Qos.EXACTLY_ONCE);
            bridge.awaitDrained();

            assertThat(bridge.counters().publish()).isOne();
            assertThat(peer.received(PUBLISH)).hasSize(2);
            assertThat(peer.received(PUBREL)).hasSize(1);
            assertThat(peer.connections()).isOne();
        }
    }

    @Test
    void aRefusedReleaseIsTriedAgainWithTheConnectionKept() {
        peer.once(PUBREL, Reaction.reason(0x92));
        try (RemoteSide bridge = start(-1)) {
            bridge.append("t", "0 ", Qos.EXACTLY_ONCE);
            bridge.append("u", "0 ", Qos.EXACTLY_ONCE);
            bridge.awaitDrained();

            assertThat(bridge.counters().publish()).isEqualTo(2);
            assertThat(peer.connections()).isOne();
        }
    }

    @Test
    void fiftyGoodMessagesPassABrokerThatDeniesATopic() {
        try (Mosquitto broker = Mosquitto.builder()
                .user("bridge", "secret")
                .user("reader", "secret")
                .acl("user bridge", "topic write ok/#", "user reader", "topic read #")
                .build()) {
            broker.start();
            try (Subscriber subscriber = Subscriber.withLogin("reader", "secret", broker, "#");
                    RemoteSide bridge = RemoteSide.started(
                            settings(broker.port()).login("bridge", "secret").build(directory))) {
                bridge.appendEach("denied", 0, 5, Qos.AT_LEAST_ONCE);
                bridge.appendEach("ok/1", 0, 50, Qos.AT_LEAST_ONCE);
                subscriber.awaitDistinct(50);
                await().atMost(PATIENCE)
                        .until(() -> bridge.retried("reason_code") >= 2
                                && bridge.counters().publish() == 50
                                && bridge.counters().dequeue() == 50);

                assertThat(subscriber.log().outOfOrder()).isEmpty();
                assertThat(subscriber.log().duplicates()).isZero();
                assertThat(bridge.counters().drop()).isZero();
                assertThat(bridge.connector().reconnects()).isZero();
                assertThat(bridge.counters().enqueue() - bridge.counters().dequeue())
                        .isEqualTo(5);
            }
        }
    }

    private RemoteSide start(int maxPublishRetries) {
        return RemoteSide.started(
                settings(peer.port()).maxPublishRetries(maxPublishRetries).build(directory));
    }

    private static BridgeSettingsBuilder settings(int port) {
        return BridgeSettingsBuilder.to(port);
    }

    private static Reaction refusing(String topic) {
        return exchange -> exchange.answer(exchange.packet().topic().equals(topic) ? NOT_AUTHORIZED : 0);
    }

    private List<String> texts(String topic) {
        return peer.received(PUBLISH).stream()
                .filter(packet -> packet.topic().equals(topic))
                .map(Packet::text)
                .toList();
    }
}
