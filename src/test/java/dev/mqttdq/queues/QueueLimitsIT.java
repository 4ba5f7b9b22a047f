package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.QueueConsumer;
import dev.mqttdq.testkit.QueueCounts;
import dev.mqttdq.testkit.TestBroker;
import dev.mqttdq.testkit.WireClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.LongStream;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What a queue keeps no longer: the oldest beyond its limits, the old beyond its retention, and what has expired. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueueLimitsIT {

    private static final int LARGE_BYTES = 50_000;

    private TestBroker local;
    private QueueNode node;

    @BeforeAll
    void start(@TempDir Path directory) {
        local = TestBroker.started();
        node = QueueNode.started("limits", directory, local.address(), "");
    }

    @AfterAll
    void stop() {
        node.close();
        local.close();
    }

    private void publish(String topic, int count, int payloadBytes) {
        try (Publisher publisher = Publisher.to(local).payloadBytes(payloadBytes)) {
            publisher.publishEach(count, 1, topic);
            assertThat(publisher.awaitAcknowledged()).isZero();
        }
    }

    private void assertNewestAreLeft(String queue, int published, int left) {
        try (QueueConsumer consumer = node.consume("mqttv5", queue)) {
            node.queues().await(queue, counts -> counts.messages() == 0);
            assertThat(consumer.awaitLines(left).numbers())
                    .isEqualTo(LongStream.range(published - left, published)
                            .boxed()
                            .toList());
        }
    }

    @Test
    void theNewestAreKeptUpToACount() {
        node.queues().createRegular("count", "count/#", "\"limits\": {\"max_message_count\": 30}");
        publish("count/t", 100, 0);

        node.queues()
                .await(
                        "count",
                        counts -> counts.enqueued() == 100 && counts.dropped() == 70 && counts.messages() == 30);
        assertNewestAreLeft("count", 100, 30);
    }

    @Test
    void theNewestAreKeptUpToSoManyBytes() {
        node.queues().createRegular("bytes", "bytes/#", "\"limits\": {\"max_message_bytes\": \"50KB\"}");
        publish("bytes/t", 100, 1000);

        QueueCounts counts = node.queues()
                .await(
                        "bytes",
                        now -> now.enqueued() == 100
                                && now.messages() + now.dropped() == 100
                                && now.bytes() >= 49 * 1024
                                && now.bytes() <= 50 * 1024);
        assertThat(counts.messages()).isBetween(40L, 51L);
        assertNewestAreLeft("bytes", 100, (int) counts.messages());
    }

    @Test
    void aSmallerLimitHoldsAtOnce() {
        node.queues().createRegular("smaller", "smaller/#", "");
        publish("smaller/t", 50, 0);
        node.queues().await("smaller", counts -> counts.messages() == 50);

        node.queues().update("smaller", "\"topic_filter\": \"smaller/#\", \"limits\": {\"max_message_count\": 5}");

        node.queues().await("smaller", counts -> counts.messages() == 5 && counts.dropped() == 45);
        assertNewestAreLeft("smaller", 50, 5);
    }

    @Test
    void aMessageThatIsInFlightIsNotTakenFromItsConsumer() {
        node.queues()
                .createRegular(
                        "held", "held/#", "\"limits\": {\"max_message_count\": 3}, \"consumer_max_inflight\": 2");
        try (WireClient client = node.client("held")) {
            publish("held/t", 2, 0);
            var first = client.nextPublish();
            var second = client.nextPublish();
            publish("held/t", 20, 0);
            node.queues().await("held", counts -> counts.enqueued() == 22 && counts.messages() == 3);

            client.puback(first, 0);
            client.puback(second, 0);

            node.queues().await("held", counts -> counts.acked() == 2);
            assertThat(WireClient.text(client.nextPublish())).isEqualTo("19 ");
        }
    }

    @Test
    void aShorterRetentionHoldsAtOnce() {
        node.queues().createRegular("retention", "retention/#", "");
        publish("retention/t", 40, 0);
        node.queues().await("retention", counts -> counts.messages() == 40);

        node.queues().update("retention", "\"topic_filter\": \"retention/#\", \"data_retention_period\": \"1ms\"");

        node.queues().await("retention", counts -> counts.messages() == 0 && counts.expired() == 40);
    }

    @Test
    void theOldIsNeitherDeliveredNorKept() {
        node.queues().createRegular("old", "old/#", "\"data_retention_period\": \"2s\"");
        publish("old/t", 20, 0);

        node.queues().await("old", counts -> counts.expired() == 20 && counts.messages() == 0);
        // What follows must not become too old as well.
        node.queues().update("old", "\"topic_filter\": \"old/#\", \"data_retention_period\": \"1h\"");
        try (QueueConsumer consumer = node.consume("mqttv5", "old")) {
            publish("old/new", 1, 0);
            assertThat(consumer.awaitLines(1).lines()).containsExactly("old/new 0 ");
        }
    }

    @Test
    void whatHasExpiredIsNotDelivered() {
        node.queues().createRegular("expired", "expired/#", "");
        MqttProperties aSecond = new MqttProperties();
        aSecond.setMessageExpiryInterval(1L);
        try (Publisher publisher = Publisher.to(local)) {
            for (int message = 0; message < 20; message++) {
                publisher.publish("expired/short", 1, false, aSecond);
            }
            // The last one: where it is stored, the others are.
            publisher.payloadBytes(LARGE_BYTES).publish("expired/long", 1);
            assertThat(publisher.awaitAcknowledged()).isZero();
        }
        node.queues().await("expired", counts -> counts.bytes() > LARGE_BYTES);
        node.queues().createRegular("clock", "clock/#", "");
        publish("clock/t", 1, 0);
        await("they have expired").atMost(Duration.ofMinutes(1)).until(() -> node.oldestAgeMillis("clock") > 1_500);

        try (QueueConsumer consumer = node.consume("mqttv5", "expired")) {
            // If it is slow to pass them on, the broker ends some itself.
            node.queues()
                    .await(
                            "expired",
                            counts -> counts.messages() == 0
                                    && counts.acked() == 1
                                    && counts.expired() == counts.enqueued() - 1);
            assertThat(consumer.awaitLines(1).lines())
                    .singleElement()
                    .asString()
                    .startsWith("expired/long 0 ");
        }
    }

    @Test
    void whatNobodyTakesIsDroppedAfterItsDeliveries() {
        node.queues().createRegular("tries", "tries/#", "\"max_deliveries\": 3, \"redispatch_interval\": \"1ms\"");
        try (WireClient client = node.client("tries")) {
            publish("tries/t", 1, 0);
            for (int attempt = 0; attempt < 3; attempt++) {
                client.puback(client.nextPublish(), 0x80);
            }

            node.queues()
                    .await(
                            "tries",
                            counts -> counts.dropped() == 1 && counts.messages() == 0 && counts.delivered() == 3);
        }
    }
}
