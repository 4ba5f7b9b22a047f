package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.QueueConsumer;
import dev.mqttdq.testkit.TestBroker;
import dev.mqttdq.testkit.WireClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Subscriptions to queues that are missing, are deleted, are made for them or are not what they expect. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PendingSubscriptionsIT {

    private TestBroker local;
    private QueueNode node;

    @BeforeAll
    void start(@TempDir Path directory) {
        local = TestBroker.started();
        node = QueueNode.started("pending", directory, local.address(), """
                enable = true
                auto_create.lastvalue { key_expression = message.topic }
                # The strict one may have any queue, but not this plain filter.
                listener.rules = [
                  { allow = false, clientid = strict, topics = ["secret/#"] }
                  { allow = false, clientid = stranger, topics = ["#", "$queue/#", "$q/#"] }
                  { allow = true, topics = ["$queue/#", "$q/#", "#"] }
                ]
                """);
        node.queues().createRegular("known", "known/#", "");
        node.awaitListener();
    }

    @AfterAll
    void stop() {
        node.close();
        local.close();
    }

    private void publish(String topic, int count) {
        Publisher.publishAll(local, count, 1, topic);
    }

    @Test
    void aSubscriptionWaitsForItsQueueAndOutlivesIt() {
        try (QueueConsumer consumer = QueueConsumer.start(node.listenerPort(), "mqttv5", "$queue/later");
                WireClient idle = WireClient.mqtt5(node.listenerPort(), "idle")) {
            idle.subscribe("$queue/later");
            node.queues().createRegular("later", "later/#", "\"dispatch_strategy\": \"round_robin\"");
            node.queues().await("later", counts -> counts.subscribers() == 2);
            publish("later/t", 4);
            idle.nextPublish();
            idle.nextPublish();
            consumer.awaitLines(2);

            node.queues().delete("later");
            assertThat(node.queues().exists("later")).isFalse();
            publish("later/lost", 10);
            node.queues().createRegular("later", "later/#", "\"dispatch_strategy\": \"round_robin\"");

            node.queues().await("later", counts -> counts.subscribers() == 2 && counts.messages() == 0);
            assertThat(node.queues().counts("later").enqueued()).isZero();
            publish("later/new", 2);
            assertThat(idle.nextPublish().variableHeader().topicName()).isEqualTo("later/new");
            consumer.awaitLines(3);
            assertThat(consumer.lines()).noneMatch(line -> line.startsWith("later/lost"));
        }
    }

    @Test
    void aSubscriptionThatNamesAnotherFilterStaysSilent() {
        node.queues().createRegular("filtered", "filtered/#", "");
        try (WireClient silent = WireClient.mqtt5(node.listenerPort(), "silent");
                QueueConsumer heard =
                        QueueConsumer.start(node.listenerPort(), "mqttv5", "$queue/filtered/filtered/#")) {
            assertThat(silent.subscribe("$queue/filtered/other/#").payload().reasonCodes())
                    .containsExactly(1);
            node.queues().await("filtered", counts -> counts.silent() == 1 && counts.subscribers() == 1);
            publish("filtered/t", 30);

            heard.awaitLines(30);
            assertThat(node.queues().counts("filtered").problem()).contains("another filter");
            silent.ping();
        }
    }

    @Test
    void aMissingQueueIsMadeForASubscriptionThatNamesAFilter() {
        try (QueueConsumer consumer = QueueConsumer.start(node.listenerPort(), "mqttv311", "$queue/made/made/+")) {
            await("it is made")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> node.queues().exists("made"));
            node.queues().awaitConnected("made");
            publish("made/t", 1);

            assertThat(consumer.awaitLines(1).lines()).containsExactly("made/t 0 ");
            assertThat(node.queues().send("GET", "/queue/made", "").body())
                    .contains("\"is_lastvalue\":true", "\"key_expression\":\"message.topic\"");
        }
    }

    @Test
    void noQueueIsMadeForAClientThatMayNotHaveThePlainFilter() {
        try (WireClient strict = WireClient.mqtt5(node.listenerPort(), "strict")) {
            assertThat(strict.subscribe("$queue/forbidden/secret/#").payload().reasonCodes())
                    .containsExactly(1);
            assertThat(strict.subscribe("$queue/permitted/public/#").payload().reasonCodes())
                    .containsExactly(1);

            // Made one after another: the first would be there by then.
            await("the second is made")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> node.queues().exists("permitted"));
            assertThat(node.queues().exists("forbidden")).isFalse();
        }
    }

    @Test
    void theDeprecatedFormNamesItsQueueByItsFilter() {
        try (QueueConsumer consumer = QueueConsumer.start(node.listenerPort(), "mqttv5", "$q/dep/#")) {
            await("it is made")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> node.queues().exists("/dep/#"));
            node.queues().awaitConnected("/dep/#");
            publish("dep/t", 1);

            assertThat(consumer.awaitLines(1).lines()).containsExactly("dep/t 0 ");
            node.queues().delete("/dep/#");
            assertThat(node.queues().exists("/dep/#")).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "anybody, $queue/known, 1, 1",
        "anybody, $queue/known/known/#, 1, 1",
        "anybody, $queue/missing, 1, 1",
        "anybody, $queue/-bad, 143, 128",
        "anybody, $queue/, 143, 128",
        "anybody, $queue/known/, 143, 128",
        "anybody, $queue/known/a/#/b, 143, 128",
        "anybody, $queue/+, 143, 128",
        "anybody, $q/, 143, 128",
        "anybody, known/#, 143, 128",
        "anybody, #, 143, 128",
        "anybody, $share/g/$queue/known, 143, 128",
        "stranger, $queue/known, 135, 128"
    })
    void aSubackSaysWhatBecomesOfASubscription(String client, String topic, int mqtt5, int mqtt3) {
        try (WireClient five = WireClient.mqtt5(node.listenerPort(), client)) {
            assertThat(five.subscribe(topic).payload().reasonCodes()).containsExactly(mqtt5);
        }
        try (WireClient three = WireClient.mqtt3(node.listenerPort(), client)) {
            assertThat(three.subscribe(topic).payload().reasonCodes()).containsExactly(mqtt3);
        }
    }

    @Test
    void whatOneConsumerTookNoOtherGets() {
        node.queues().createRegular("twice", "twice/#", "");
        try (QueueConsumer consumer = node.consume("mqttv31", "twice")) {
            publish("twice/t", 20);
            assertThat(consumer.awaitLines(20).numbers())
                    .isEqualTo(LongStream.range(0, 20).boxed().toList());
        }
    }
}
