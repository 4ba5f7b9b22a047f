package dev.mqttdq.store;

import static dev.mqttdq.store.QueueFixture.MEGABYTE;
import static dev.mqttdq.store.QueueFixture.message;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.message.BridgeMessage;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class OverflowTest {

    private static final long LIMIT = 2 * MEGABYTE;
    private static final PartitionSettings SMALL = new PartitionSettings(MEGABYTE, LIMIT, false);
    /** A partition of this limit makes segments of an eighth of it. */
    private static final long SEGMENT = LIMIT / 8;
    /** The record of what has ended, and the chunk that MVStore rounds up. */
    private static final long SMALL_CONSTANT = 128 * 1024;

    /** Messages of one kilobyte, the number first. */
    private static final int PAYLOAD = 1024;

    @TempDir
    Path directory;

    @Test
    void keepsTheNewestAndCountsTheOthersOneByOne() {
        try (QueueFixture queue = QueueFixture.open(directory, SMALL)) {
            appendNumbered(queue, 0, 10_000);

            long kept = queue.settledSnapshot().buffered();
            assertThat(queue.counters.drop(DropReason.OVERFLOW)).isEqualTo(10_000 - kept);
            assertThat(kept * PAYLOAD).isGreaterThan(LIMIT * 2 / 3);
            assertThat(numbers(queue.take((int) kept)))
                    .isEqualTo(LongStream.range(10_000 - kept, 10_000).boxed().toList());
        }
    }

    @Test
    void staysWithinItsLimitOnDiskAndASegment() {
        try (QueueFixture queue = QueueFixture.open(directory, SMALL)) {
            for (int sent = 0; sent < 10_000; sent += 500) {
                appendNumbered(queue, sent, sent + 500);

                assertThat(queue.queue.snapshot().bytesOnDisk()).isLessThan(LIMIT + SEGMENT + SMALL_CONSTANT);
            }
        }
    }

    @Test
    void dropsNothingThatIsHandedOut() {
        try (QueueFixture queue = QueueFixture.open(directory, SMALL)) {
            appendNumbered(queue, 0, 100);
            List<StoredMessage> batch = queue.take(32);

            appendNumbered(queue, 100, 6_000);
            PartitionSnapshot snapshot = queue.settledSnapshot();
            assertThat(snapshot.handedOut()).isEqualTo(32);
            assertThat(queue.counters.drop()).isEqualTo(6_000 - 32 - snapshot.buffered());

            queue.queue.rewind();
            assertThat(numbers(queue.take(33))).startsWith(0L, 1L, 2L).contains(6_000 - snapshot.buffered());
            queue.publish(batch);
            await().untilAsserted(() -> assertThat(queue.counters.publish()).isEqualTo(32));
        }
    }

    @Test
    void countsTheSameAcrossARestart() {
        long kept;
        try (QueueFixture queue = QueueFixture.open(directory, SMALL)) {
            appendNumbered(queue, 0, 6_000);
            kept = queue.settledSnapshot().buffered();
        }
        try (QueueFixture queue = QueueFixture.open(directory, SMALL)) {
            assertThat(queue.queue.snapshot().buffered()).isEqualTo(kept);
            assertThat(queue.counters.enqueue()).isEqualTo(kept);

            appendNumbered(queue, 6_000, 7_000);
            long keptNow = queue.settledSnapshot().buffered();
            assertThat(queue.counters.drop()).isEqualTo(kept + 1_000 - keptNow);
            assertThat(numbers(queue.take((int) keptNow)))
                    .isEqualTo(LongStream.range(7_000 - keptNow, 7_000).boxed().toList());
        }
    }

    @Test
    void keepsTheNewestEvenWhereItAloneIsLargerThanTheLimit() {
        PartitionSettings tiny = new PartitionSettings(1000, 1000, false);
        try (QueueFixture queue = QueueFixture.open(directory, tiny)) {
            appendNumbered(queue, 0, 20);

            assertThat(numbers(queue.take(1))).containsExactly(19L);
        }
    }

    @Test
    void obeysANewLimitFromTheNextAppendOn() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            appendNumbered(queue, 0, 4_000);
            assertThat(queue.queue.snapshot().buffered()).isEqualTo(4_000);

            queue.queue.reconfigure(SMALL);
            appendNumbered(queue, 4_000, 4_001);

            await().untilAsserted(
                            () -> assertThat(queue.queue.snapshot().liveBytes()).isLessThan(LIMIT));
        }
    }

    @Test
    void warnsOnceWithTheNumber(CapturedOutput output) {
        PartitionQueues inNoTime = new PartitionQueues(InstantSource.system(), () -> 0);
        try (QueueFixture queue = QueueFixture.open(directory, SMALL, inNoTime)) {
            appendNumbered(queue, 0, 6_000);
        }

        assertThat(output.getOut().lines().filter(line -> line.contains("mqtt_dq_buffer_overflow")))
                .singleElement()
                .asString()
                .containsPattern("bridge=b partition=0 dropped=[1-9]");
    }

    private static void appendNumbered(QueueFixture queue, long from, long to) {
        List<CompletableFuture<Void>> stored = new ArrayList<>();
        for (long number = from; number < to; number++) {
            stored.add(queue.appendAsync(numbered(number)));
        }
        stored.forEach(QueueFixture::await);
    }

    private static BridgeMessage numbered(long number) {
        return message(Arrays.copyOf((number + " ").getBytes(UTF_8), PAYLOAD));
    }

    private static List<Long> numbers(List<StoredMessage> batch) {
        return batch.stream()
                .map(QueueFixture::text)
                .map(text -> Long.parseLong(text.substring(0, text.indexOf(' '))))
                .toList();
    }
}
