package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.QueueConsumer;
import dev.mqttdq.testkit.WireClient;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Queues that keep the last value of each key, as consumers see them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LastValueIT {

    private Mosquitto local;
    private QueueNode node;

    @BeforeAll
    void start(@TempDir Path directory) {
        local = Mosquitto.started();
        node = QueueNode.started("last-value", directory, local.address(), "");
    }

    @AfterAll
    void stop() {
        node.close();
        local.close();
    }

    @Test
    void aHundredUpdatesOfATopicCollapseToTheLast() {
        node.queues().create("topics", "topics/#", "\"key_expression\": \"message.topic\"");
        try (Publisher publisher = Publisher.to(local)) {
            publisher.publishEach(100, 1, "topics/a", "topics/b");
            assertThat(publisher.awaitAcknowledged()).isZero();
        }
        node.queues().await("topics", counts -> counts.replaced() == 198 && counts.messages() == 2);
        local.awaitAcknowledged("queue.topics.", 200);

        node.kill();
        node.startAgain();

        try (QueueConsumer consumer = node.consume("mqttv311", "topics")) {
            node.queues().await("topics", now -> now.messages() == 0);
            assertThat(consumer.awaitLines(2).lines()).containsExactlyInAnyOrder("topics/a 99 ", "topics/b 99 ");
        }
    }

    @Test
    void aHundredUpdatesOfAFieldInJsonCollapseToTheLast() {
        node.queues().create("fields", "fields/#", "\"key_expression\": \"json_value(message.payload, 'device.id')\"");
        try (Publisher publisher = Publisher.to(local)) {
            for (int update = 0; update < 100; update++) {
                publishJson(publisher, "fields/" + update, """
                        {"device":{"id":"d%d"},"update":%d}""".formatted(update % 2, update));
            }
            publishJson(publisher, "fields/none", "no JSON");
            assertThat(publisher.awaitAcknowledged()).isZero();
        }
        node.queues()
                .await("fields", counts -> counts.replaced() == 98 && counts.dropped() == 1 && counts.messages() == 2);

        try (QueueConsumer consumer = node.consume("mqttv5", "fields")) {
            assertThat(consumer.awaitLines(2).lines())
                    .containsExactlyInAnyOrder(
                            "fields/98 {\"device\":{\"id\":\"d0\"},\"update\":98}",
                            "fields/99 {\"device\":{\"id\":\"d1\"},\"update\":99}");
            node.queues().await("fields", now -> now.messages() == 0);
        }
    }

    private static void publishJson(Publisher publisher, String topic, String json) {
        publisher.publish(topic, json.getBytes(StandardCharsets.UTF_8), 1, false, new MqttProperties());
    }

    @Test
    void theOneInFlightIsCompletedAndThenOnlyTheNewestFollows() {
        node.queues()
                .create("flight", "flight/#", "\"key_expression\": \"message.topic\", \"consumer_max_inflight\": 1");
        try (WireClient client = node.client("flight");
                Publisher publisher = Publisher.to(local)) {
            publisher.publish("flight/t", 1);
            MqttPublishMessage first = client.nextPublish();
            assertThat(WireClient.text(first)).isEqualTo("0 ");

            publisher.publishEach(99, 1, "flight/t");
            assertThat(publisher.awaitAcknowledged()).isZero();
            node.queues().await("flight", now -> now.replaced() == 98);
            client.puback(first, 0);

            MqttPublishMessage newest = client.nextPublish();
            assertThat(WireClient.text(newest)).isEqualTo("99 ");
            client.puback(newest, 0);
            node.queues()
                    .await(
                            "flight",
                            counts -> counts.acked() == 2 && counts.messages() == 0 && counts.delivered() == 2);
        }
    }
}
