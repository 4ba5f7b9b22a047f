package dev.mqttdq.store;

import static dev.mqttdq.store.QueueFixture.message;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionQueueTest {

    @TempDir
    Path directory;

    @Test
    void handsOutInOrderOfAppending() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("one", "two", "three");

            assertThat(queue.take(3)).extracting(QueueFixture::text).containsExactly("one", "two", "three");
        }
    }

    @Test
    void opensWithAProblemWhateverFails() throws IOException {
        // Damage, so that the clock is asked when it is opened.
        Files.writeString(directory.resolve(SettledStore.FILE), "x".repeat(10_000));
        InstantSource broken = () -> {
            throw new IllegalStateException("a failure that nobody knows");
        };

        try (PartitionQueue queue = new PartitionQueues(broken, System::nanoTime)
                .open(directory, QueueFixture.ID, QueueFixture.SETTINGS, new QueueCounters(), true)) {
            assertThat(queue.snapshot().broken()).isTrue();
            assertThat(queue.snapshot().problem()).contains("a failure that nobody knows");
        }
    }

    @Test
    void opensBesideFilesWithNamesThatNoSegmentHas() throws IOException {
        Files.createFile(directory.resolve("9999999999999999999.seg"));

        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("one");

            assertThat(queue.take(1)).extracting(QueueFixture::text).containsExactly("one");
        }
    }

    @Test
    void answersAnOpenPollWithTheFirstMessageThatComes() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            CompletableFuture<List<StoredMessage>> batch = queue.pollAsync(10, 1000);

            queue.append("one");

            assertThat(QueueFixture.await(batch)).extracting(QueueFixture::text).containsExactly("one");
        }
    }

    @Test
    void handsOutAtLeastOneHoweverFewBytesAreAskedFor() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("one", "two");

            assertThat(QueueFixture.await(queue.pollAsync(10, 1))).hasSize(1);
        }
    }

    @Test
    void handsOutAMessageOnlyOnce() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("one", "two");

            assertThat(queue.poll(1)).extracting(QueueFixture::text).containsExactly("one");
            assertThat(queue.poll(10)).extracting(QueueFixture::text).containsExactly("two");
        }
    }

    @Test
    void handsOutWhatIsNotSettledAgainAfterARewind() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("one", "two", "three", "four");
            List<StoredMessage> batch = queue.take(3);
            queue.queue.settle(batch.get(1).offset(), Settlement.PUBLISHED);

            queue.queue.rewind();

            assertThat(queue.take(3)).extracting(QueueFixture::text).containsExactly("one", "three", "four");
        }
    }

    @Test
    void withdrawsThePollOnARewind() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            CompletableFuture<List<StoredMessage>> withdrawn = queue.pollAsync(1, 1);
            queue.queue.rewind();
            queue.append("one");

            assertThat(queue.poll(1)).extracting(QueueFixture::text).containsExactly("one");
            assertThat(withdrawn).isNotDone();
        }
    }

    @Test
    void readsAMessageThatIsHandedOutAgain() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("one", "two");
            List<StoredMessage> batch = queue.take(2);

            assertThat(queue.fetch(batch.get(0).offset()))
                    .extracting(QueueFixture::text)
                    .containsExactly("one");
        }
    }

    @Test
    void fetchesNothingWhereTheMessageHasEnded() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("one");
            List<StoredMessage> batch = queue.take(1);
            queue.publish(batch);

            assertThat(queue.fetch(batch.get(0).offset())).isEmpty();
        }
    }

    @Test
    void keepsTheUnsettledOverAReopening() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("one", "two", "three", "four", "five");
            List<StoredMessage> batch = queue.take(4);
            queue.publish(List.of(batch.get(0), batch.get(2)));
        }
        try (QueueFixture queue = QueueFixture.open(directory)) {
            assertThat(queue.queue.snapshot().buffered()).isEqualTo(3);
            assertThat(queue.take(3)).extracting(QueueFixture::text).containsExactly("two", "four", "five");
        }
    }

    @Test
    void neverUsesAnOffsetTwice() {
        long last;
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("one", "two");
            List<StoredMessage> batch = queue.take(2);
            last = batch.get(1).offset();
            queue.publish(batch);
        }
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("three");

            assertThat(queue.take(1).get(0).offset()).isEqualTo(last + 1);
        }
    }

    @Test
    void countsWhatEndedWhenItIsRecorded() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("one", "two", "three");
            List<StoredMessage> batch = queue.take(3);
            queue.publish(batch.subList(0, 1));
            queue.queue.settle(batch.get(1).offset(), Settlement.dropped(DropReason.EXPIRED));
            queue.queue.settle(batch.get(1).offset(), Settlement.PUBLISHED);

            await().untilAsserted(() -> assertThat(queue.counters.dequeue()).isEqualTo(2));
            assertThat(queue.counters.enqueue()).isEqualTo(3);
            assertThat(queue.counters.publish()).isEqualTo(1);
            assertThat(queue.counters.drop(DropReason.EXPIRED)).isEqualTo(1);
            await().untilAsserted(
                            () -> assertThat(queue.queue.snapshot().handedOut()).isEqualTo(1));
        }
    }

    @Test
    void tellsWhatItHolds() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("one", "two", "three");
            queue.take(1);

            await().untilAsserted(
                            () -> assertThat(queue.queue.snapshot().handedOut()).isEqualTo(1));
            PartitionSnapshot snapshot = queue.queue.snapshot();
            assertThat(snapshot.buffered()).isEqualTo(2);
            assertThat(snapshot.liveBytes()).isPositive();
            assertThat(snapshot.bytesOnDisk()).isGreaterThan(snapshot.liveBytes());
            assertThat(snapshot.oldestArrivalMillis()).isEqualTo(1_700_000_000_000L);
            assertThat(snapshot.problem()).isNull();
            assertThat(snapshot.broken()).isFalse();
        }
    }

    @Test
    void refusesAMessageWhenItIsClosed() {
        QueueFixture queue = QueueFixture.open(directory);
        queue.close();

        assertThatThrownBy(() -> queue.appendAsync(message("late")).get())
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        StorageException.class,
                        refused -> assertThat(refused.kind()).isEqualTo(StorageException.Kind.CLOSED));
    }

    @Test
    void storesWhatIsUnderWayBeforeItCloses() {
        CompletableFuture<Void> stored;
        try (QueueFixture queue = QueueFixture.open(directory)) {
            stored = queue.appendAsync(message("last"));
        }
        assertThat(stored).isCompleted();
        try (QueueFixture queue = QueueFixture.open(directory)) {
            assertThat(queue.take(1)).extracting(QueueFixture::text).containsExactly("last");
        }
    }

    @Test
    void refusesASecondQueueOnTheDirectory() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("one");

            assertThatThrownBy(() -> QueueFixture.open(directory))
                    .isInstanceOfSatisfying(
                            StorageException.class,
                            refused -> assertThat(refused.kind()).isEqualTo(StorageException.Kind.LOCKED))
                    .hasMessageContaining(directory.toString());
            queue.append("two");
            assertThat(queue.take(2)).extracting(QueueFixture::text).containsExactly("one", "two");
        }
    }

    @Test
    void refusesAnotherProcessAlsoAfterItRefusedAQueueOfItsOwn() throws Exception {
        PartitionQueues queues = new PartitionQueues(InstantSource.system(), System::nanoTime);
        try (QueueFixture queue = QueueFixture.open(directory, QueueFixture.SETTINGS, queues)) {
            queue.append("one");
            assertThatThrownBy(() -> QueueFixture.open(directory, QueueFixture.SETTINGS, queues))
                    .isInstanceOf(StorageException.class);

            Process other = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            BacklogChild.class.getName(),
                            directory.toString(),
                            "1")
                    .redirectErrorStream(true)
                    .start();
            assertThat(new String(other.getInputStream().readAllBytes(), UTF_8))
                    .contains("the queue directory " + directory + " is in use by another process");
            assertThat(other.waitFor()).isEqualTo(1);
        }
    }

    @Test
    void doesNotMindInterruptedCallersNorListenersThatInterrupt() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            publishInterrupting(queue);
            for (int i = 0; i < 50; i++) {
                Thread.currentThread().interrupt();
                CompletableFuture<Void> stored = queue.appendAsync(message("message " + i));
                assertThat(Thread.interrupted()).isTrue();
                QueueFixture.await(stored);
            }
            await().until(() -> queue.counters.publish() == 50);
            assertThat(queue.queue.snapshot().problem()).isNull();
        }
    }

    private static void publishInterrupting(QueueFixture queue) {
        queue.queue.poll(1, 1, batch -> {
            Thread.currentThread().interrupt();
            queue.publish(batch);
            publishInterrupting(queue);
        });
    }

    @Test
    void worksAgainInADirectoryThatWasClosed() {
        PartitionQueues queues = new PartitionQueues(InstantSource.system(), System::nanoTime);
        for (int round = 0; round < 3; round++) {
            try (QueueFixture queue = QueueFixture.open(directory, QueueFixture.SETTINGS, queues)) {
                queue.append("round " + round);
            }
        }
        try (QueueFixture queue = QueueFixture.open(directory)) {
            assertThat(queue.take(3)).extracting(QueueFixture::text).containsExactly("round 0", "round 1", "round 2");
        }
    }
}
