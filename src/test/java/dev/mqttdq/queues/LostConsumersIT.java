package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.QueueConsumer;
import dev.mqttdq.testkit.TcpProxy;
import dev.mqttdq.testkit.TestBroker;
import dev.mqttdq.testkit.WireClient;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A consumer that does not consume what it was sent: another one gets it, and nothing is lost. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LostConsumersIT {

    private static final int WINDOW = 10;
    private static final int MESSAGES = 50;

    private TestBroker local;
    private QueueNode node;

    @BeforeAll
    void start(@TempDir Path directory) {
        local = TestBroker.started();
        node = QueueNode.started("lost-consumers", directory, local.address(), "");
    }

    @AfterAll
    void stop() {
        node.close();
        local.close();
    }

    private void createFull(String queue) {
        node.queues().createRegular(queue, queue + "/#", "\"redispatch_interval\": \"1ms\"");
        publishTo(queue);
        node.queues().await(queue, counts -> counts.messages() == MESSAGES);
    }

    private void publishTo(String queue) {
        try (Publisher publisher = Publisher.to(local)) {
            publisher.publishEach(MESSAGES, 1, queue + "/t");
            assertThat(publisher.awaitAcknowledged()).isZero();
        }
    }

    /** Another consumer gets every message. */
    private void assertOtherTakesAll(String queue) {
        try (QueueConsumer other = node.consume("mqttv5", queue)) {
            node.queues().await(queue, counts -> counts.acked() == MESSAGES && counts.messages() == 0);
            assertThat(other.awaitLines(MESSAGES).numbers())
                    .containsExactlyInAnyOrderElementsOf(
                            LongStream.range(0, MESSAGES).boxed().toList());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0x80, 0x83, 0x87, 0x90, 0x91, 0x97, 0x99})
    void whatOneRejectsGoesToTheOther(int code) {
        String queue = "rejects-" + code;
        createFull(queue);
        try (WireClient rejecting = node.client(queue)) {
            for (int message = 0; message < WINDOW; message++) {
                rejecting.puback(rejecting.nextPublish(), code);
            }
            node.queues().await(queue, counts -> counts.rejected() == WINDOW);
            rejecting.sendUnsubscribe("$queue/" + queue);

            assertOtherTakesAll(queue);
        }
    }

    @Test
    void whatAClientHeldThatIsCutOffGoesToTheOther() {
        createFull("cut");
        try (TcpProxy proxy = TcpProxy.to(node.awaitListener());
                WireClient client = WireClient.mqtt5(proxy.port(), "cut")) {
            client.subscribe("$queue/cut");
            node.queues().await("cut", counts -> counts.inflight() == WINDOW);

            proxy.cut();

            node.queues().await("cut", counts -> counts.subscribers() == 0);
            assertOtherTakesAll("cut");
        }
    }

    @Test
    void whatAKilledClientHeldGoesToTheOther() {
        node.queues().createRegular("killed", "killed/#", "");
        try (QueueConsumer killed = node.consume("mqttv311", "killed")) {
            killed.freeze();
            publishTo("killed");
            node.queues().await("killed", counts -> counts.inflight() == WINDOW);

            killed.kill();

            node.queues().await("killed", counts -> counts.subscribers() == 0);
            assertThat(killed.lines()).isEmpty();
            assertOtherTakesAll("killed");
        }
    }

    @Test
    void whatAHangingClientHoldsGoesToTheOtherAfterItsKeepAlive() {
        createFull("hangs");
        try (WireClient hanging = WireClient.connected(
                node.awaitListener(),
                connect -> connect.protocolVersion(MqttVersion.MQTT_5)
                        .clientId("hangs")
                        .keepAlive(5))) {
            hanging.subscribe("$queue/hangs");

            // All that it has been sent, and it is not there any more.
            node.queues().await("hangs", counts -> counts.delivered() == WINDOW && counts.subscribers() == 0);

            assertOtherTakesAll("hangs");
        }
    }

    @Test
    void whatWasInFlightWhenAClientUnsubscribedGoesToTheOther() {
        createFull("unsubscribes");
        try (WireClient client = node.client("unsubscribes")) {
            node.queues().await("unsubscribes", counts -> counts.inflight() == WINDOW);
            MqttPublishMessage held = client.nextPublish();
            client.sendUnsubscribe("$queue/unsubscribes");
            node.queues().await("unsubscribes", counts -> counts.subscribers() == 0 && counts.inflight() == 0);
            // Late: it belongs to nobody any more.
            client.puback(held, 0);

            assertOtherTakesAll("unsubscribes");
        }
    }
}
