package dev.mqttdq.store;

import static dev.mqttdq.store.QueueFixture.message;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which message of a key is left. */
class LastValueTest {

    private static final PartitionSettings SETTINGS = PartitionSettings.ofQueue(true, false, QueueLimits.NONE);
    private static final PartitionSettings UNKEYED = PartitionSettings.ofQueue(false, false, QueueLimits.NONE);

    @TempDir
    Path directory;

    @Test
    void keepsTheNewestOfEachKeyInItsPlace() {
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            queue.appendKeyed("a", "a1");
            queue.appendKeyed("b", "b1");
            queue.appendKeyed("a", "a2");

            assertThat(texts(queue.takeAll())).containsExactly("b1", "a2");
            assertThat(queue.counters.drop(DropReason.REPLACED)).isEqualTo(1);
            assertThat(queue.counters.enqueue() - queue.counters.dequeue()).isEqualTo(2);
        }
    }

    @Test
    void collapsesUpdatesOfOneGroup() {
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            IntStream.range(0, 100)
                    .mapToObj(i -> queue.appendAsync(message("update " + i), "key"))
                    .toList()
                    .forEach(QueueFixture::await);

            assertThat(texts(queue.takeAll())).containsExactly("update 99");
            assertThat(queue.counters.drop(DropReason.REPLACED)).isEqualTo(99);
        }
    }

    @Test
    void leavesWhatIsHandedOutToItsConsumer() {
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            queue.appendKeyed("a", "a1");
            List<StoredMessage> first = queue.take(1);
            queue.appendKeyed("a", "a2");
            queue.appendKeyed("a", "a3");

            assertThat(queue.settledSnapshot().messages()).isEqualTo(2);
            assertThat(queue.fetch(first.get(0).offset())).isNotEmpty();
            queue.publish(first);
            assertThat(queue.settledSnapshot().messages()).isEqualTo(1);
            assertThat(queue.counters.publish()).isEqualTo(1);
            assertThat(texts(queue.takeAll())).containsExactly("a3");
        }
    }

    @Test
    void endsAReleasedMessageThatANewerOneHasSuperseded() {
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            queue.appendKeyed("a", "a1");
            StoredMessage first = queue.take(1).get(0);
            queue.appendKeyed("a", "a2");
            queue.publish(queue.take(1));

            queue.queue.release(first.offset());

            assertThat(queue.settledSnapshot().messages()).isZero();
            assertThat(queue.counters.drop(DropReason.REPLACED)).isEqualTo(1);
        }
    }

    @Test
    void replacesAMessageThatWasReleased() {
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            queue.appendKeyed("a", "a1");
            queue.queue.release(queue.take(1).get(0).offset());
            queue.appendKeyed("a", "a2");

            assertThat(texts(queue.takeAll())).containsExactly("a2");
        }
    }

    @Test
    void endsWhatIsSupersededWhenAllIsRewound() {
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            queue.appendKeyed("a", "a1");
            queue.appendKeyed("b", "b1");
            queue.take(2);
            queue.appendKeyed("a", "a2");

            queue.queue.rewind();

            assertThat(texts(queue.takeAll())).containsExactly("b1", "a2");
        }
    }

    @Test
    void forgetsAKeyWithItsMessage() {
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            queue.appendKeyed("a", "a1");
            queue.publish(queue.take(1));
            queue.appendKeyed("a", "a2");

            assertThat(texts(queue.takeAll())).containsExactly("a2");
            assertThat(queue.counters.drop()).isZero();
        }
    }

    @Test
    void takesAnEmptyKeyForAKeyAndNoneForNone() {
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            queue.append("none", "none");
            queue.appendKeyed("", "empty 1");
            queue.appendKeyed("", "empty 2");

            assertThat(texts(queue.takeAll())).containsExactly("none", "none", "empty 2");
        }
    }

    @Test
    void knowsItsKeysAfterARestart() {
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            queue.appendKeyed("a", "a1");
            queue.appendKeyed("b", "b1");
        }
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            queue.appendKeyed("a", "a2");

            assertThat(texts(queue.takeAll())).containsExactly("b1", "a2");
        }
    }

    /** A queue that ignores keys leaves what a crash between storing a message and ending its predecessor would. */
    @Test
    void endsWhatACrashHasLeftOfAKey() {
        try (QueueFixture queue = QueueFixture.open(directory, UNKEYED)) {
            queue.appendKeyed("a", "a1");
            queue.appendKeyed("b", "b1");
            queue.appendKeyed("a", "a2");
            queue.appendKeyed("a", "a3");
        }
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            assertThat(queue.counters.enqueue()).isEqualTo(4);
            assertThat(texts(queue.takeAll())).containsExactly("b1", "a3");
            assertThat(queue.counters.drop(DropReason.REPLACED)).isEqualTo(2);
        }
    }

    @Test
    void replacesNothingInAQueueWithoutKeys() {
        try (QueueFixture queue = QueueFixture.open(directory, UNKEYED)) {
            queue.appendKeyed("a", "a1");
            queue.appendKeyed("a", "a2");

            assertThat(texts(queue.takeAll())).containsExactly("a1", "a2");
        }
    }

    private static List<String> texts(List<StoredMessage> batch) {
        return batch.stream().map(QueueFixture::text).toList();
    }
}
