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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SIGKILL at random moments while messages come in and go out: what the local broker acknowledged to the publisher reaches a
 * consumer. The system property {@code crash.kills} says how often (3).
 */
class QueueKillsIT {

    private static final int KILLS = Integer.getInteger("crash.kills", 3);
    private static final int PER_ROUND = 600;

    @Test
    void nothingIsLostAtRandomMomentsUnderLoad(@TempDir Path directory) {
        Random random = new Random();
        List<Long> numbers = new ArrayList<>();
        try (Mosquitto local = Mosquitto.started();
                QueueNode node = QueueNode.started("kills", directory, local.address(), "");
                Publisher publisher = Publisher.to(local)) {
            node.queues().createRegular("load", "load/#", "");
            for (int round = 0; round < KILLS; round++) {
                try (QueueConsumer one = node.consume("mqttv5", "load");
                        QueueConsumer two = node.consume("mqttv311", "load")) {
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
    void anOrderlyEndUnderLoadNeitherLosesNorRepeats(@TempDir Path directory) {
        try (Mosquitto local = Mosquitto.started();
                QueueNode node = QueueNode.started("orderly", directory, local.address(), "");
                Publisher publisher = Publisher.to(local)) {
            node.queues().createRegular("orderly", "orderly/#", "");
            try (QueueConsumer one = node.consume("mqttv5", "orderly");
                    QueueConsumer two = node.consume("mqttv311", "orderly")) {
                publisher.publishEach(PER_ROUND, 1, "orderly/t");
                await("something is consumed")
                        .atMost(Duration.ofMinutes(1))
                        .until(() -> one.lines().size() + two.lines().size() > 0);
                publisher.publishEach(PER_ROUND, 1, "orderly/t");
                node.terminate();
                publisher.publishEach(PER_ROUND, 1, "orderly/t");
                node.startAgain();
                assertThat(publisher.awaitAcknowledged()).isZero();

                await("all messages")
                        .atMost(Duration.ofMinutes(1))
                        .until(() -> distinct(one.numbers(), two.numbers()).size() == 3 * PER_ROUND);
                node.queues().await("orderly", counts -> counts.messages() == 0);
                assertThat(one.numbers().size() + two.numbers().size()).isEqualTo(3 * PER_ROUND);
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
