package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.QueueConsumer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * SIGKILL at random moments while messages come in and go out: what the local broker acknowledged to the publisher reaches a
 * consumer. The system property {@code crash.kills} says how often (3).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueueKillsIT {

    private static final int KILLS = Integer.getInteger("crash.kills", 3);
    private static final int PER_ROUND = 600;

    /** What the broker sends without an acknowledgement, and each consumer takes without one. */
    private static final int BROKER_WINDOW = 20;

    private static final int CONSUMER_WINDOW = 10;

    /** The least that the service waits, at its end, for anybody's acknowledgement. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private Mosquitto local;
    private QueueNode node;

    @BeforeAll
    void start(@TempDir Path directory) {
        local = Mosquitto.builder().maxInflight(BROKER_WINDOW).build();
        local.start();
        node = QueueNode.started("kills", directory, local.address(), "");
    }

    @AfterAll
    void stop() {
        node.close();
        local.close();
    }

    @Test
    void nothingIsLostAtRandomMomentsUnderLoad() {
        Random random = new Random();
        List<Long> numbers = new ArrayList<>();
        try (Publisher publisher = Publisher.to(local)) {
            node.queues().createRegular("load", "load/#", "");
            for (int round = 0; round < KILLS; round++) {
                try (QueueConsumer one = node.consume("mqttv5", "load");
                        QueueConsumer two = node.consumeBeside(1, "mqttv311", "load")) {
                    int killAt = 1 + random.nextInt(PER_ROUND);
                    for (int message = 0; message < PER_ROUND; message++) {
                        publisher.publish("load/t", 1 + message % 2);
                        if (message == killAt) {
                            await("something is consumed")
                                    .atMost(Duration.ofMinutes(1))
                                    .until(() ->
                                            one.lines().size() + two.lines().size() > 0);
                            node.kill();
                        }
                    }
                    if (killAt == PER_ROUND) {
                        node.kill();
                    }
                    // They come back by themselves, and go on.
                    node.startAgain();
                    node.queues().awaitConnected("load");
                    assertThat(publisher.awaitAcknowledged()).isZero();
                    int published = (round + 1) * PER_ROUND;
                    await("all messages")
                            .atMost(Duration.ofMinutes(1))
                            .until(() -> distinct(numbers, one.numbers(), two.numbers())
                                            .size()
                                    == published);
                    node.queues().await("load", counts -> counts.messages() == 0);
                    numbers.addAll(one.numbers());
                    numbers.addAll(two.numbers());
                }
            }
            // Windows of both consumers, and the acknowledgements of the last second, may come once more at each kill.
            assertThat(numbers.size() - KILLS * PER_ROUND).isLessThanOrEqualTo(KILLS * PER_ROUND / 2);
        }
    }

    @Test
    void anOrderlyEndUnderLoadNeitherLosesNorRepeats() {
        try (Publisher publisher = Publisher.to(local)) {
            node.queues().createRegular("orderly", "orderly/#", "\"consumer_max_inflight\": " + CONSUMER_WINDOW);
            try (QueueConsumer one = node.consume("mqttv5", "orderly");
                    QueueConsumer two = node.consumeBeside(1, "mqttv311", "orderly")) {
                publisher.publishEach(PER_ROUND, 1, "orderly/t");
                await("something is consumed")
                        .atMost(Duration.ofMinutes(1))
                        .until(() -> one.lines().size() + two.lines().size() > 0);
                publisher.publishEach(PER_ROUND, 1, "orderly/t");
                long before = System.nanoTime();
                node.terminate();
                boolean inGrace = Duration.ofNanos(System.nanoTime() - before).compareTo(GRACE) < 0;
                publisher.publishEach(PER_ROUND, 1, "orderly/t");
                node.startAgain();
                assertThat(publisher.awaitAcknowledged()).isZero();

                await("all messages")
                        .atMost(Duration.ofMinutes(1))
                        .until(() -> distinct(one.numbers(), two.numbers()).size() == 3 * PER_ROUND);
                node.queues().await("orderly", counts -> counts.messages() == 0);
                // It waits no longer for a machine that stands still.
                assertThat(one.numbers().size() + two.numbers().size() - 3 * PER_ROUND)
                        .isBetween(0, inGrace ? 0 : BROKER_WINDOW + 2 * CONSUMER_WINDOW);
            }
        }
    }

    @SafeVarargs
    private static Set<Long> distinct(List<Long>... lists) {
        Set<Long> distinct = new TreeSet<>();
        List.of(lists).forEach(distinct::addAll);
        return distinct;
    }
}
