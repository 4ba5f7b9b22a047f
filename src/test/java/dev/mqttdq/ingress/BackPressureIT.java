package dev.mqttdq.ingress;

import static io.netty.handler.codec.mqtt.MqttMessageType.PINGREQ;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.testkit.LocalSide;
import dev.mqttdq.testkit.MemoryQueue;
import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.ScriptedPeer;
import io.netty.handler.codec.mqtt.MqttProperties;
import java.time.Duration;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A disk that stores nothing for a while. */
@Execution(ExecutionMode.CONCURRENT)
class BackPressureIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int PAYLOAD = 64 * 1024;
    private static final int MESSAGES = 100;
    // Beyond the bound: the message that reached it, what the client had read already, and the one it is reading.
    private static final long SLACK = 12L * (PAYLOAD + 1024);

    private final MemoryQueue queue = new MemoryQueue();

    @ParameterizedTest
    @CsvSource({"V5,0", "V5,1", "V5,2", "V4,0", "V4,1", "V4,2"})
    void holdsABoundedAmountAndKeepsTheConnection(ProtocolVersion version, int qos) {
        queue.stall();
        try (ScriptedPeer broker = ScriptedPeer.started();
                LocalSide side = LocalSide.at(broker.port())
                        .version(version)
                        .keepalive(Duration.ofSeconds(1))
                        .start(queue)) {
            side.awaitSubscribed();
            // A broker that ignores the receive maximum.
            for (int i = 1; i <= MESSAGES; i++) {
                broker.offer("t", new byte[PAYLOAD], qos, i, MqttProperties.NO_PROPERTIES);
            }
            await().atMost(PATIENCE).until(() -> side.held() >= LocalSide.HAND_OVER_BYTES);
            // Several keep alives long nothing can be read, so no PINGRESP either.
            broker.awaitReceived(PINGREQ, broker.received(PINGREQ).size() + 5);
            assertThat(side.held()).isBetween(LocalSide.HAND_OVER_BYTES, LocalSide.HAND_OVER_BYTES + SLACK);
            assertThat(side.state().connected()).isTrue();

            queue.resume();
            queue.awaitSize(MESSAGES);

            await().atMost(PATIENCE).until(() -> side.held() == 0);
            assertThat(queue.messages()).hasSize(MESSAGES);
            assertThat(broker.connections()).isOne();
        }
    }

    @ParameterizedTest
    @CsvSource({"V5,1", "V5,2", "V4,1", "V4,2"})
    void takesEverythingThatARealBrokerHoldsForUs(ProtocolVersion version, int qos) {
        queue.stall();
        try (Mosquitto broker = Mosquitto.started();
                Publisher publisher = Publisher.to(broker);
                LocalSide side = LocalSide.at(broker.port())
                        .version(version)
                        .keepalive(Duration.ofSeconds(1))
                        .start(queue)) {
            side.awaitSubscribed();
            publisher.payloadBytes(PAYLOAD).publishEach(MESSAGES, qos, "t");
            publisher.awaitAcknowledged();
            assertThat(side.held()).isLessThanOrEqualTo(LocalSide.HAND_OVER_BYTES + SLACK);

            queue.resume();

            await().atMost(PATIENCE)
                    .until(() -> queue.texts().stream().distinct().count() == MESSAGES);
            await().atMost(PATIENCE).until(() -> side.held() == 0);
        }
    }

    @ParameterizedTest
    @CsvSource({"V5,1", "V5,2", "V4,1", "V4,2"})
    void connectsAgainWhileTheDiskIsStalled(ProtocolVersion version, int qos) {
        queue.stall();
        try (ScriptedPeer broker = ScriptedPeer.started();
                LocalSide side = LocalSide.at(broker.port())
                        .version(version)
                        .keepalive(Duration.ofSeconds(1))
                        .start(queue)) {
            side.awaitSubscribed();
            for (int i = 1; i <= MESSAGES; i++) {
                broker.offer("t", new byte[PAYLOAD], qos, i, MqttProperties.NO_PROPERTIES);
            }
            await().atMost(PATIENCE).until(() -> side.held() >= LocalSide.HAND_OVER_BYTES);
            broker.cut();
            await().atMost(PATIENCE).until(() -> broker.connections() == 2);
            await().atMost(PATIENCE).until(() -> side.state().connected());
            side.awaitSubscribed();
            queue.resume();
            int before = queue.messages().size();
            for (int i = 1; i <= MESSAGES; i++) {
                broker.offer("t", new byte[PAYLOAD], qos, i, MqttProperties.NO_PROPERTIES);
            }
            queue.awaitSize(before + MESSAGES);

            await().atMost(PATIENCE).until(() -> side.held() == 0);
            assertThat(broker.connections()).isEqualTo(2);
        }
    }
}
