package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.QueueConsumer;
import dev.mqttdq.testkit.QueueCounts;
import dev.mqttdq.testkit.WireClient;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;
import io.netty.handler.codec.mqtt.MqttProperties.MqttPropertyType;
import io.netty.handler.codec.mqtt.MqttProperties.StringPair;
import io.netty.handler.codec.mqtt.MqttProperties.UserProperties;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttSubscriptionOption;
import io.netty.handler.codec.mqtt.MqttSubscriptionOption.RetainedHandlingPolicy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What is published while nobody listens reaches consumers later, whole and unchanged, whatever becomes of the process. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StoredMessagesIT {

    private Mosquitto local;
    private QueueNode node;

    @BeforeAll
    void start(@TempDir Path directory) {
        local = Mosquitto.started();
        node = QueueNode.started("stored", directory, local.address(), "");
    }

    @AfterAll
    void stop() {
        node.close();
        local.close();
    }

    @Test
    void twoMosquittoClientsConsumeWhatWasStoredBeforeAKill() {
        try (Publisher publisher = Publisher.to(local)) {
            for (int qos = 0; qos <= 2; qos++) {
                node.queues().createRegular("stored" + qos, "stored" + qos + "/#", "");
                publisher.publishEach(200, qos, "stored" + qos + "/t");
            }
            assertThat(publisher.awaitAcknowledged()).isZero();
        }
        for (int qos = 0; qos <= 2; qos++) {
            node.queues().await("stored" + qos, counts -> counts.messages() == 200);
        }
        local.awaitAcknowledged("queue.stored1.", 200);
        local.awaitAcknowledged("queue.stored2.", 200);

        node.kill();
        node.startAgain();

        for (int qos = 0; qos <= 2; qos++) {
            node.queues().await("stored" + qos, counts -> counts.messages() == 200);
            assertTwoConsumeAll("stored" + qos);
        }
    }

    private void assertTwoConsumeAll(String queue) {
        try (QueueConsumer mqtt5 = QueueConsumer.start(node.awaitListener(), "mqttv5", "$queue/" + queue);
                QueueConsumer mqtt3 = QueueConsumer.start(node.listenerPort(), "mqttv311", "$queue/" + queue)) {
            node.queues().await(queue, counts -> counts.acked() == 200 && counts.messages() == 0);
            await("all are printed")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> mqtt5.lines().size() + mqtt3.lines().size() >= 200);
            List<Long> numbers = new ArrayList<>(mqtt5.numbers());
            numbers.addAll(mqtt3.numbers());
            assertThat(numbers)
                    .containsExactlyInAnyOrderElementsOf(
                            LongStream.range(0, 200).boxed().toList());
        }
    }

    @Test
    void whatWasConsumedAWhileBeforeAKillIsNotDeliveredAgain() {
        node.queues().createRegular("consumed", "consumed/#", "");
        node.queues().createRegular("clock", "clock/#", "");
        publish("consumed/t", 100);
        try (QueueConsumer consumer = node.consume("mqttv5", "consumed")) {
            node.queues().await("consumed", counts -> counts.acked() == 100);
            consumer.awaitLines(100);
        }
        local.awaitAcknowledged("queue.consumed.", 100);
        publish("clock/t", 1);
        await("the commit window is over")
                .atMost(Duration.ofMinutes(1))
                .until(() -> node.oldestAgeMillis("clock") > 1_000);

        node.kill();
        node.startAgain();

        assertThat(node.queues().await("consumed", QueueCounts::localConnected).messages())
                .isZero();
        publish("consumed/late", 1);
        try (QueueConsumer consumer = node.consume("mqttv5", "consumed")) {
            assertThat(consumer.awaitLines(1).lines()).containsExactly("consumed/late 0 ");
        }
    }

    private void publish(String topic, int count) {
        Publisher.publishAll(local, count, 1, topic);
    }

    @Test
    void propertiesArriveUnchanged() {
        node.queues().createRegular("properties", "properties/#", "");
        var published = new org.eclipse.paho.mqttv5.common.packet.MqttProperties();
        published.setUserProperties(List.of(
                new UserProperty("b", "1"),
                new UserProperty("a", "2"),
                new UserProperty("b", "3"),
                new UserProperty("ü", "")));
        published.setContentType("text/plain");
        published.setResponseTopic("answers/here");
        published.setCorrelationData(new byte[] {0, (byte) 0xff, 7});
        published.setPayloadFormat(true);
        try (Publisher publisher = Publisher.to(local);
                WireClient client = node.client("properties")) {
            publisher.publish("properties/t", "grün".getBytes(StandardCharsets.UTF_8), 2, false, published);

            MqttPublishMessage publish = client.nextPublish();

            assertThat(publish.variableHeader().topicName()).isEqualTo("properties/t");
            assertThat(WireClient.text(publish)).isEqualTo("grün");
            MqttProperties properties = publish.variableHeader().properties();
            assertThat(pairs(properties))
                    .containsExactly(
                            new StringPair("b", "1"),
                            new StringPair("a", "2"),
                            new StringPair("b", "3"),
                            new StringPair("ü", ""));
            assertThat(value(properties, MqttPropertyType.CONTENT_TYPE)).isEqualTo("text/plain");
            assertThat(value(properties, MqttPropertyType.RESPONSE_TOPIC)).isEqualTo("answers/here");
            assertThat(value(properties, MqttPropertyType.CORRELATION_DATA)).isEqualTo(new byte[] {0, (byte) 0xff, 7});
            assertThat(value(properties, MqttPropertyType.PAYLOAD_FORMAT_INDICATOR))
                    .isEqualTo(1);
            client.puback(publish, 0);
            node.queues().await("properties", counts -> counts.acked() == 1);
        }
    }

    private static List<StringPair> pairs(MqttProperties properties) {
        return properties.getProperties(MqttPropertyType.USER_PROPERTY.value()).stream()
                .flatMap(property -> property instanceof UserProperties all
                        ? all.value().stream()
                        : Stream.of((StringPair) property.value()))
                .toList();
    }

    private static Object value(MqttProperties properties, MqttPropertyType type) {
        return properties.getProperty(type.value()).value();
    }

    @Test
    void retainIsClearedUnlessItIsAskedFor() {
        node.queues().createRegular("retained", "retained/#", "");
        MqttProperties identifier = new MqttProperties();
        identifier.add(new IntegerProperty(MqttPropertyType.SUBSCRIPTION_IDENTIFIER.value(), 4711));
        try (Publisher publisher = Publisher.to(local);
                WireClient client = WireClient.mqtt5(node.awaitListener(), "retain")) {
            client.subscribe("$queue/retained");
            publisher.publish("retained/t", 1, true, new org.eclipse.paho.mqttv5.common.packet.MqttProperties());
            MqttPublishMessage cleared = client.nextPublish();
            assertThat(cleared.fixedHeader().isRetain()).isFalse();
            assertThat(cleared.variableHeader()
                            .properties()
                            .getProperty(MqttPropertyType.SUBSCRIPTION_IDENTIFIER.value()))
                    .isNull();
            client.puback(cleared, 0);

            client.subscribe(
                    identifier,
                    new MqttSubscriptionOption(
                            MqttQoS.AT_LEAST_ONCE, false, true, RetainedHandlingPolicy.DONT_SEND_AT_SUBSCRIBE),
                    "$queue/retained");
            publisher.publish("retained/t", 1, true, new org.eclipse.paho.mqttv5.common.packet.MqttProperties());
            MqttPublishMessage kept = client.nextPublish();
            assertThat(kept.fixedHeader().isRetain()).isTrue();
            assertThat(value(kept.variableHeader().properties(), MqttPropertyType.SUBSCRIPTION_IDENTIFIER))
                    .isEqualTo(4711);
        }
    }

    @Test
    void expiryIsReducedByTheTimeInTheQueue() {
        node.queues().createRegular("expiring", "expiring/#", "");
        var published = new org.eclipse.paho.mqttv5.common.packet.MqttProperties();
        published.setMessageExpiryInterval(600L);
        try (Publisher publisher = Publisher.to(local)) {
            publisher.publish("expiring/t", 1, false, published);
            assertThat(publisher.awaitAcknowledged()).isZero();
        }
        node.queues().await("expiring", counts -> counts.messages() == 1);
        await("it has waited").atMost(Duration.ofMinutes(1)).until(() -> node.oldestAgeMillis("expiring") >= 2_000);

        try (WireClient client = node.client("expiring")) {
            MqttProperties properties = client.nextPublish().variableHeader().properties();
            assertThat((Integer) value(properties, MqttPropertyType.PUBLICATION_EXPIRY_INTERVAL))
                    .isBetween(300, 598);
        }
    }

    @Test
    void theSecondAttemptSaysSo() {
        node.queues().createRegular("again", "again/#", "\"redispatch_interval\": \"1ms\"");
        publish("again/t", 1);
        try (WireClient client = node.client("again")) {
            MqttPublishMessage first = client.nextPublish();
            assertThat(pairs(first.variableHeader().properties())).isEmpty();
            client.puback(first, 0x83);
            MqttPublishMessage second = client.nextPublish();
            assertThat(pairs(second.variableHeader().properties()))
                    .containsExactly(new StringPair("mqtt-dq-deliveries", "2"));
            client.puback(second, 0x97);
            MqttPublishMessage third = client.nextPublish();
            assertThat(pairs(third.variableHeader().properties()))
                    .containsExactly(new StringPair("mqtt-dq-deliveries", "3"));
            client.puback(third, 0x10);
            node.queues()
                    .await("again", counts -> counts.acked() == 1 && counts.rejected() == 2 && counts.messages() == 0);
        }
    }
}
