package dev.mqttdq.store;

import static dev.mqttdq.store.QueueFixture.message;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of messages when the disk fails at any change that the rewriting of segments makes to it. */
class CompactionFaultTest {

    private static final PartitionSettings SETTINGS =
            new PartitionSettings(200_000, Long.MAX_VALUE, true, PartitionSettings.Use.QUEUE, QueueLimits.NONE);

    private static final int COUNT = 120;
    private static final int PAYLOAD = 10_000;
    private static final int KEEP_EVERY = 20;

    @TempDir
    Path base;

    private final FaultyDisk disk = new FaultyDisk();

    static Stream<Integer> changes() {
        return IntStream.rangeClosed(1, 40).boxed();
    }

    @ParameterizedTest
    @MethodSource("changes")
    void losesNothingAndShrinksWhenTheDiskIsWellAgain(int nth) {
        Path partition = base.resolve("partition");
        Path crashed = base.resolve("crashed");
        List<StoredMessage> left = new ArrayList<>();
        PartitionQueues queues = new PartitionQueues(InstantSource.system(), System::nanoTime, disk);
        try (QueueFixture queue = QueueFixture.open(partition, SETTINGS, queues)) {
            fill(queue);
            List<StoredMessage> gone = new ArrayList<>();
            queue.take(COUNT).forEach(m -> (m.offset() % KEEP_EVERY == 0 ? left : gone).add(m));
            disk.failFrom(nth, "Input/output error", () -> QueueFixture.copy(partition, crashed));

            queue.publish(gone);
            await().pollInterval(Duration.ofMillis(5))
                    .until(() -> queue.queue.snapshot().broken() || isSmall(queue));
            disk.heal();

            await().pollInterval(Duration.ofMillis(5))
                    .until(() -> !queue.queue.snapshot().broken() && isSmall(queue));
        }
        holds(partition, left);
        if (Files.exists(crashed)) {
            try (QueueFixture queue = QueueFixture.open(crashed, SETTINGS)) {
                assertThat(queue.queue.snapshot().problem()).isNull();
                assertThat(queue.counters.drop()).isZero();
                assertThat(offsets(queue.takeAll())).containsAll(offsets(left)).isSorted();
            }
        }
    }

    @Test
    void isWellAgainWhenNothingIsLeftOfWhatCouldNotBeRewritten() {
        PartitionQueues queues = new PartitionQueues(InstantSource.system(), System::nanoTime, disk);
        try (QueueFixture queue = QueueFixture.open(base.resolve("partition"), SETTINGS, queues)) {
            fill(queue);
            List<StoredMessage> left = new ArrayList<>();
            List<StoredMessage> gone = new ArrayList<>();
            queue.take(COUNT).forEach(m -> (m.offset() % KEEP_EVERY == 0 ? left : gone).add(m));
            disk.leave(0);
            queue.publish(gone);
            await().until(() -> queue.queue.snapshot().broken());
            assertThat(queue.queue.snapshot().problem()).contains("full");

            queue.publish(left);

            await().until(() -> !queue.queue.snapshot().broken());
            assertThat(queue.settledSnapshot().messages()).isZero();
        }
    }

    private static void fill(QueueFixture queue) {
        List<CompletableFuture<Void>> stored = IntStream.range(0, COUNT)
                .mapToObj(i -> queue.appendAsync(message(Arrays.copyOf((i + " ").getBytes(UTF_8), PAYLOAD))))
                .toList();
        stored.forEach(QueueFixture::await);
    }

    private static boolean isSmall(QueueFixture queue) {
        return queue.queue.snapshot().bytesOnDisk() < 450_000;
    }

    private static void holds(Path partition, List<StoredMessage> left) {
        try (QueueFixture queue = QueueFixture.open(partition, SETTINGS)) {
            assertThat(queue.queue.snapshot().problem()).isNull();
            assertThat(queue.counters.drop()).isZero();
            assertThat(offsets(queue.takeAll())).isEqualTo(offsets(left));
        }
    }

    private static List<Long> offsets(List<StoredMessage> batch) {
        return batch.stream().map(StoredMessage::offset).toList();
    }
}
