package dev.mqttdq.ingress;

import static io.netty.handler.codec.mqtt.MqttMessageType.PINGREQ;
import static io.netty.handler.codec.mqtt.MqttMessageType.SUBSCRIBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.testkit.LocalSide;
import dev.mqttdq.testkit.MemoryQueue;
import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.ScriptedPeer;
import io.netty.handler.codec.mqtt.MqttProperties;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A disk that stores nothing for a while. */
@Execution(ExecutionMode.CONCURRENT)
class BackPressureIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final int PAYLOAD = 64 * 1024;
    private static final int MESSAGES = 100;
    // Beyond the bound: the message that reached it, what the client had read already, and the one it is reading.
    private static final long SLACK = 12L * (PAYLOAD + 1024);

    private final MemoryQueue queue = new MemoryQueue();

    @ParameterizedTest
    @CsvSource({"V5,0", "V5,1", "V5,2", "V4,0", "V4,1", "V4,2"})
    void holdsABoundedAmountAndKeepsTheConnection(ProtocolVersion version, int qos) {
        queue.stall();
        try (ScriptedPeer broker = flooding(qos);
                LocalSide side = LocalSide.at(broker.port())
                        .version(version)
                        .keepalive(SHORT)
                        .start(queue)) {
            await().atMost(PATIENCE).until(() -> side.held() >= LocalSide.HAND_OVER_BYTES);
            // Several keep alives long nothing can be read, so no PINGRESP either.
            broker.awaitReceivedOnOneConnection(PINGREQ, 5);
            assertThat(side.held()).isBetween(LocalSide.HAND_OVER_BYTES, LocalSide.HAND_OVER_BYTES + SLACK);

            queue.resume();
            awaitFlood(1);

            await().atMost(PATIENCE).until(() -> side.held() == 0);
            assertThat(queue.messages()).extracting(BridgeMessage::topic).doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @CsvSource({"V5,1", "V5,2", "V4,1", "V4,2"})
    void takesEverythingThatARealBrokerHoldsForUs(ProtocolVersion version, int qos) {
        queue.stall();
        try (Mosquitto broker = Mosquitto.started();
                Publisher publisher = Publisher.to(broker);
                LocalSide side = LocalSide.at(broker.port()).version(version).start(queue)) {
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

    /** A client that cannot read notices the end of its connection when it sends a PINGREQ. */
    @ParameterizedTest
    @CsvSource({"V5,1", "V5,2", "V4,1", "V4,2"})
    void connectsAgainWhileTheDiskIsStalled(ProtocolVersion version, int qos) {
        queue.stall();
        try (ScriptedPeer broker = flooding(qos);
                LocalSide side = LocalSide.at(broker.port())
                        .version(version)
                        .keepalive(SHORT)
                        .start(queue)) {
            await().atMost(PATIENCE).until(() -> side.held() >= LocalSide.HAND_OVER_BYTES);
            int before = broker.connections();
            broker.cut();
            await().atMost(PATIENCE).until(() -> broker.connections() > before);
            side.awaitSubscribed();

            queue.resume();
            awaitFlood(before + 1);

            await().atMost(PATIENCE).until(() -> side.held() == 0);
        }
    }

    /**
     * A broker that ignores the receive maximum. It sends all it has on each connection anew: on a slow machine so short a
     * keep alive may end one that nothing holds up. Topics begin with the connection's number.
     */
    private static ScriptedPeer flooding(int qos) {
        ScriptedPeer broker = ScriptedPeer.started();
        return broker.on(SUBSCRIBE, subscribe -> {
            subscribe.answer();
            for (int i = 1; i <= MESSAGES; i++) {
                String topic = subscribe.packet().connection() + "/" + i;
                broker.offer(topic, new byte[PAYLOAD], qos, i, MqttProperties.NO_PROPERTIES);
            }
        });
    }

    /** Waits until all messages of one connection have come, of this or a later one. */
    private void awaitFlood(int connection) {
        await().atMost(PATIENCE).until(() -> {
            Map<Integer, Long> arrived = queue.messages().stream()
                    .map(message -> Integer.valueOf(message.topic().split("/")[0]))
                    .filter(number -> number >= connection)
                    .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
            return arrived.containsValue((long) MESSAGES);
        });
    }
}
