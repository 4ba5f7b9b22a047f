package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.QueueConsumer;
import dev.mqttdq.testkit.TestBroker;
import dev.mqttdq.testkit.WireClient;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Who gets which message, by the strategies of a queue. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FairDispatchIT {

    private TestBroker local;
    private QueueNode node;

    @BeforeAll
    void start(@TempDir Path directory) {
        local = TestBroker.started();
        node = QueueNode.started("dispatch", directory, local.address(), "");
    }

    @AfterAll
    void stop() {
        node.close();
        local.close();
    }

    @Test
    void roundRobinGivesEachIdleConsumerTheSame() {
        // Both always have room for more.
        node.queues()
                .createRegular(
                        "fair", "fair/#", "\"dispatch_strategy\": \"round_robin\", \"consumer_max_inflight\": 100");
        try (QueueConsumer one = node.consume("mqttv5", "fair", "-D", "connect", "receive-maximum", "100");
                QueueConsumer two = node.consumeBeside(1, "mqttv311", "fair");
                Publisher publisher = Publisher.to(local)) {
            publisher.publishEach(100, 1, "fair/t");
            node.queues().await("fair", counts -> counts.acked() == 100);

            assertThat(one.awaitLines(50).lines()).hasSize(50);
            assertThat(two.awaitLines(50).lines()).hasSize(50);
        }
    }

    @Test
    void leastInflightPrefersTheFreeOne() {
        node.queues().createRegular("least", "least/#", "\"dispatch_strategy\": \"least_inflight\"");
        try (WireClient busy = node.client("least");
                Publisher publisher = Publisher.to(local)) {
            publisher.publishEach(5, 1, "least/t");
            for (int message = 0; message < 5; message++) {
                busy.nextPublish();
            }
            try (QueueConsumer free = node.consumeBeside(1, "mqttv5", "least")) {
                for (int message = 4; message <= 40; message += 4) {
                    // Fewer than the busy one holds.
                    publisher.publishEach(4, 1, "least/t");
                    int sent = message;
                    node.queues().await("least", counts -> counts.acked() == sent);
                }

                assertThat(free.awaitLines(40).lines()).hasSize(40);
                assertThat(node.queues().counts("least").inflight()).isEqualTo(5);
            }
        }
    }

    @Test
    void anotherStrategyHoldsAtOnceForThoseWhoAreConnected() {
        node.queues().createRegular("changed", "changed/#", "\"dispatch_strategy\": \"least_inflight\"");
        try (WireClient busy = node.client("changed");
                Publisher publisher = Publisher.to(local)) {
            publisher.publishEach(3, 1, "changed/t");
            for (int message = 0; message < 3; message++) {
                busy.nextPublish();
            }
            try (QueueConsumer free = node.consumeBeside(1, "mqttv5", "changed")) {
                publisher.publish("changed/t", 1);
                free.awaitLines(1);

                node.queues()
                        .update("changed", "\"topic_filter\": \"changed/#\", \"dispatch_strategy\": \"round_robin\"");
                for (int message = 0; message < 4; message++) {
                    publisher.publish("changed/t", 1);
                }

                busy.nextPublish();
                busy.nextPublish();
                free.awaitLines(3);
                assertThat(free.lines()).hasSize(3);
                assertThat(node.queues().counts("changed").subscribers()).isEqualTo(2);
            }
        }
    }
}
