package dev.mqttdq.store;

import static dev.mqttdq.store.QueueFixture.MEGABYTE;
import static dev.mqttdq.store.QueueFixture.message;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of messages when the disk fails at any change that a partition makes to it. */
class DiskFaultTest {

    private static final int ROUNDS = 12;
    private static final int GROUP = 3;
    /** Large enough that a few groups fill a segment and a block. */
    private static final int PAYLOAD = 20_000;

    private static final PartitionSettings SETTINGS = new PartitionSettings(200_000, 100 * MEGABYTE, true);

    private static final Duration TICK = Duration.ofMillis(5);

    @TempDir
    Path directory;

    private final FaultyDisk disk = new FaultyDisk();

    static Stream<Integer> changes() {
        return IntStream.rangeClosed(1, 60).boxed();
    }

    @ParameterizedTest
    @MethodSource("changes")
    void losesNothingAcknowledgedAndGoesOnByItself(int nth) {
        Path partition = directory.resolve("partition");
        Path crashed = directory.resolve("crashed");
        List<String> received = new CopyOnWriteArrayList<>();
        List<CompletableFuture<Void>> stored = new CopyOnWriteArrayList<>();
        List<String> owed = new ArrayList<>();
        disk.failFrom(nth, nth % 2 == 0 ? "No space left on device" : "Input/output error", () -> {
            owed.addAll(
                    texts(stored.stream().takeWhile(CompletableFuture::isDone).count()));
            owed.removeAll(received);
            QueueFixture.copy(partition, crashed);
        });
        try (QueueFixture queue = open(partition)) {
            for (int round = 0; round < ROUNDS; round++) {
                appendGroup(queue, stored);
                await().pollInterval(TICK)
                        .until(() -> queue.queue.snapshot().broken()
                                || stored.stream().allMatch(CompletableFuture::isDone));
                if (queue.queue.snapshot().broken()) {
                    assertThat(queue.queue.snapshot().problem()).contains(partition.toString());
                    disk.heal();
                }
                stored.forEach(QueueFixture::await);
                receive(queue, GROUP - 1, received);
            }
            receive(queue, ROUNDS, received);
        }
        if (Files.exists(crashed)) {
            holds(crashed, owed);
        }

        assertThat(received).isEqualTo(texts(ROUNDS * GROUP));
        try (QueueFixture queue = QueueFixture.open(partition)) {
            assertThat(queue.queue.snapshot().buffered()).isZero();
            assertThat(queue.queue.snapshot().problem()).isNull();
        }
    }

    private static void appendGroup(QueueFixture queue, List<CompletableFuture<Void>> stored) {
        for (int i = 0; i < GROUP; i++) {
            byte[] payload = Arrays.copyOf(text(stored.size()).getBytes(UTF_8), PAYLOAD);
            stored.add(queue.appendAsync(message(payload)));
        }
    }

    private static void receive(QueueFixture queue, int count, List<String> received) {
        List<StoredMessage> batch = queue.take(count);
        batch.forEach(message -> received.add(QueueFixture.text(message).trim()));
        queue.publish(batch);
    }

    /** Opens the files as a crash at the failure would have left them: all that is owed must be there, in order. */
    private static void holds(Path crashed, List<String> owed) {
        try (QueueFixture queue = QueueFixture.open(crashed)) {
            assertThat(queue.queue.snapshot().problem()).isNull();
            List<String> found = new ArrayList<>();
            receive(queue, (int) queue.queue.snapshot().buffered(), found);
            assertThat(found).containsAll(owed).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void stopsAtTheReserveAndDrainsMeanwhile() throws IOException {
        try (QueueFixture queue = open(directory)) {
            queue.append("one", "two");
            disk.leave(1000);

            CompletableFuture<Void> waiting = queue.appendAsync(message("three"));
            await().until(() -> queue.queue.snapshot().broken());
            assertThat(queue.queue.snapshot().problem()).contains("full", "1000 bytes", directory.toString());

            queue.publish(queue.take(2));
            await().until(() -> queue.counters.publish() == 2);
            assertThat(waiting).isNotDone();

            disk.leave(100 * MEGABYTE);
            QueueFixture.await(waiting);
            await().until(() -> !queue.queue.snapshot().broken());
            assertThat(queue.take(1)).extracting(QueueFixture::text).containsExactly("three");
        }
    }

    @Test
    void failsWhatItCouldNotStoreWhenItCloses() {
        CompletableFuture<Void> waiting;
        try (QueueFixture queue = open(directory)) {
            disk.leave(0);
            waiting = queue.appendAsync(message("one"));
            await().until(() -> queue.queue.snapshot().broken());
        }
        assertThat(waiting).isCompletedExceptionally();
    }

    @Test
    void opensByItselfWhenTheDirectoryCanBeMade() throws IOException {
        Path notYet = Files.writeString(directory.resolve("base"), "a file where a directory should be");
        try (QueueFixture queue = open(notYet.resolve("0"))) {
            assertThat(queue.queue.snapshot().broken()).isTrue();
            CompletableFuture<Void> waiting = queue.appendAsync(message("one"));

            Files.delete(notYet);

            QueueFixture.await(waiting);
            assertThat(queue.take(1)).hasSize(1);
        }
    }

    @Test
    void tellsAFullDiskFromABrokenOne() {
        assertThat(kind("No space left on device")).isEqualTo(StorageException.Kind.FULL);
        assertThat(kind("Disk quota exceeded")).isEqualTo(StorageException.Kind.FULL);
        assertThat(kind("Input/output error")).isEqualTo(StorageException.Kind.IO);
    }

    private static StorageException.Kind kind(String reason) {
        return StorageFailures.of("cannot write", Path.of("x"), new FileSystemException("x", null, reason))
                .kind();
    }

    private QueueFixture open(Path partition) {
        return QueueFixture.open(
                partition, SETTINGS, new PartitionQueues(InstantSource.system(), System::nanoTime, disk));
    }

    private static List<String> texts(long count) {
        return LongStream.range(0, count).mapToObj(DiskFaultTest::text).toList();
    }

    private static String text(long number) {
        return "message %03d".formatted(number);
    }
}
