package dev.mqttdq.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetryTest {

    @TempDir
    Path directory;

    private static List<StoredMessage> retry(QueueFixture queue, List<StoredMessage> messages) {
        messages.forEach(message -> queue.queue.retry(message.offset()));
        return messages;
    }

    @Test
    void takesTurnsWithMessagesThatWereNeverHandedOut() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("one", "two", "three", "four", "five", "six", "seven");
            retry(queue, queue.take(3));

            assertThat(queue.take(7))
                    .extracting(QueueFixture::text)
                    .containsExactly("one", "four", "two", "five", "three", "six", "seven");
        }
    }

    @Test
    void letsNewMessagesThroughHoweverOftenAllOthersComeAgain() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("bad", "bad", "bad", "good", "good", "good");
            retry(queue, queue.take(3));
            int good = 0;
            for (int turn = 0; turn < 6; turn++) {
                StoredMessage next = queue.take(1).get(0);
                if (QueueFixture.text(next).equals("bad")) {
                    queue.queue.retry(next.offset());
                } else {
                    good++;
                }
            }

            assertThat(good).isEqualTo(3);
        }
    }

    @Test
    void givesEachOfThoseThatComeAgainItsTurn() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("one", "two", "three");
            retry(queue, queue.take(3));
            retry(queue, queue.take(2));

            assertThat(queue.take(3)).extracting(QueueFixture::text).containsExactly("three", "one", "two");
        }
    }

    @Test
    void comesAfterWhatWasReleased() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("one", "two", "three", "four");
            List<StoredMessage> handedOut = queue.take(3);
            queue.queue.retry(handedOut.get(0).offset());
            queue.queue.release(handedOut.get(2).offset());
            queue.queue.release(handedOut.get(1).offset());

            assertThat(queue.take(4)).extracting(QueueFixture::text).containsExactly("two", "three", "one", "four");
        }
    }

    @Test
    void isTheOldestForLimitsAllTheSame() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("one", "two", "three");
            retry(queue, queue.take(1));
            queue.queue.reconfigure(
                    PartitionSettings.ofQueue(false, true, new QueueLimits(2, Long.MAX_VALUE, Long.MAX_VALUE)));

            assertThat(queue.takeAll()).extracting(QueueFixture::text).containsExactly("two", "three");
        }
    }

    @Test
    void letsNothingThroughThatIsTooOldThoughSomethingYoungerComesBeforeIt() {
        AtomicLong now = new AtomicLong(QueueFixture.message("").arrivedAtMillis());
        PartitionQueues queues = new PartitionQueues(() -> Instant.ofEpochMilli(now.get()), System::nanoTime);
        PartitionSettings settings =
                PartitionSettings.ofQueue(false, true, new QueueLimits(Long.MAX_VALUE, Long.MAX_VALUE, 1000));
        try (QueueFixture queue = QueueFixture.open(directory, settings, queues)) {
            // The clock was set back after the first.
            queue.append(arrivedAt("young", now.get() + 5000));
            queue.append(arrivedAt("old", now.get()));
            queue.append(arrivedAt("older", now.get()));
            queue.append(arrivedAt("young too", now.get() + 5000));
            retry(queue, queue.take(1));
            now.addAndGet(2000);

            assertThat(queue.take(2)).extracting(QueueFixture::text).containsExactly("young", "young too");
            assertThat(queue.settledSnapshot().messages()).isEqualTo(2);
            assertThat(queue.counters.drop(DropReason.RETENTION)).isEqualTo(2);
        }
    }

    private static BridgeMessage arrivedAt(String payload, long millis) {
        return new BridgeMessage(
                "t", payload.getBytes(UTF_8), Qos.AT_LEAST_ONCE, false, millis, MessageProperties.NONE);
    }
}
