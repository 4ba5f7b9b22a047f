package dev.mqttdq.store;

import static dev.mqttdq.store.QueueFixture.MEGABYTE;
import static dev.mqttdq.store.QueueFixture.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file system of 64 MB filled to the brim and freed again. Needs the right to mount one; skipped without. */
class FullDiskIT {

    private static final int COUNT = 40;
    private static final int PAYLOAD = 1024 * 1024;
    /** Messages of a 32nd of that. */
    private static final int SMALL_COUNT = 1_000;

    @TempDir
    Path mountPoint;

    @BeforeEach
    void mount() throws Exception {
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", mountPoint.toString()) == 0,
                "cannot mount a tmpfs here");
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", mountPoint.toString());
    }

    @Test
    void losesNothingAndGoesOnWhenThereIsSpaceAgain() throws IOException {
        Path directory = mountPoint.resolve("partition");
        Path filler = mountPoint.resolve("filler");
        try (QueueFixture queue = QueueFixture.open(directory)) {
            List<CompletableFuture<Void>> stored = new ArrayList<>(appendAll(queue, 0, COUNT / 2));
            stored.forEach(QueueFixture::await);

            fill(filler);
            stored.addAll(appendAll(queue, COUNT / 2, COUNT));
            await().until(() -> queue.queue.snapshot().broken());
            assertThat(queue.queue.snapshot().problem()).contains("full");
            List<StoredMessage> first = queue.take(5);
            assertThat(numbers(first)).containsExactly(0L, 1L, 2L, 3L, 4L);
            queue.publish(first);

            Files.delete(filler);
            stored.forEach(QueueFixture::await);
            await().until(() -> !queue.queue.snapshot().broken());
        }
        try (QueueFixture queue = QueueFixture.open(directory)) {
            assertThat(queue.queue.snapshot().problem()).isNull();
            assertThat(numbers(queue.take(COUNT - 5)))
                    .isEqualTo(LongStream.range(5, COUNT).boxed().toList());
        }
    }

    @Test
    void aQueueMakesRoomOnAFullDiskWithoutLosingWhatIsLeft() throws IOException {
        Path directory = mountPoint.resolve("queue");
        PartitionSettings settings = new PartitionSettings(
                2 * MEGABYTE, Long.MAX_VALUE, true, PartitionSettings.Use.QUEUE, QueueLimits.NONE);
        List<Long> left = LongStream.range(0, SMALL_COUNT)
                .filter(number -> number % 10 == 0)
                .boxed()
                .toList();
        try (QueueFixture queue = QueueFixture.open(directory, settings)) {
            List<CompletableFuture<Void>> stored = new ArrayList<>();
            for (int number = 0; number < SMALL_COUNT; number++) {
                stored.add(queue.appendAsync(message(
                        ByteBuffer.allocate(PAYLOAD / 32).putLong(number).array())));
            }
            stored.forEach(QueueFixture::await);
            List<StoredMessage> all = queue.take(SMALL_COUNT);
            fill(mountPoint.resolve("filler"));

            queue.publish(all.stream()
                    .filter(m -> !left.contains(CrashChild.number(m)))
                    .toList());
            await().until(() -> queue.queue.snapshot().broken());
            assertThat(queue.queue.snapshot().problem()).containsAnyOf("full", "No space left");
            Files.delete(mountPoint.resolve("filler"));

            await().until(() -> !queue.queue.snapshot().broken()
                    && queue.queue.snapshot().bytesOnDisk()
                            < queue.queue.snapshot().liveBytes() * 3);
        }
        try (QueueFixture queue = QueueFixture.open(directory, settings)) {
            assertThat(queue.queue.snapshot().problem()).isNull();
            assertThat(numbers(queue.take(left.size()))).isEqualTo(left);
        }
    }

    private static List<CompletableFuture<Void>> appendAll(QueueFixture queue, int from, int to) {
        List<CompletableFuture<Void>> stored = new ArrayList<>();
        for (int number = from; number < to; number++) {
            stored.add(queue.appendAsync(
                    message(ByteBuffer.allocate(PAYLOAD).putLong(number).array())));
        }
        return stored;
    }

    private static List<Long> numbers(List<StoredMessage> batch) {
        return batch.stream().map(CrashChild::number).toList();
    }

    private static void fill(Path filler) {
        byte[] block = new byte[(int) MEGABYTE / 64];
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
    }
}
