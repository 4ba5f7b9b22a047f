package dev.mqttdq.store;

import static dev.mqttdq.store.QueueFixture.MEGABYTE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes when there is too much, or when it is too old. */
class QueueLimitsTest {

    private static final long NEVER = Long.MAX_VALUE;

    @TempDir
    Path directory;

    private final AtomicLong now = new AtomicLong(1_700_000_000_000L);

    @Test
    void keepsExactlySoManyMessages() {
        try (QueueFixture queue = open(new QueueLimits(100, NEVER, NEVER))) {
            append(queue, 0, 5_000);

            assertThat(queue.settledSnapshot().messages()).isEqualTo(100);
            assertThat(queue.counters.drop(DropReason.LIMIT)).isEqualTo(4_900);
            assertThat(numbers(queue.takeAll()))
                    .isEqualTo(IntStream.range(4_900, 5_000).boxed().toList());
        }
    }

    @Test
    void keepsSoManyBytesAsThereIsRoomFor() {
        try (QueueFixture queue = open(QueueLimits.NONE)) {
            append(queue, 0, 10);
            long each = queue.settledSnapshot().liveBytes() / 10;
            assertThat(each).isEqualTo("a/b".length() + "0000".length() + 22);

            queue.queue.reconfigure(settings(new QueueLimits(NEVER, 5 * each - 1, NEVER)));

            assertThat(queue.settledSnapshot().messages()).isEqualTo(4);
            append(queue, 10, 100);
            assertThat(numbers(queue.takeAll())).containsExactly(96, 97, 98, 99);
            assertThat(queue.counters.drop(DropReason.LIMIT)).isEqualTo(96);
        }
    }

    @Test
    void neverDropsWhatIsHandedOutButCountsIt() {
        try (QueueFixture queue = open(new QueueLimits(10, NEVER, NEVER))) {
            append(queue, 0, 10);
            List<StoredMessage> handedOut = queue.take(8);

            append(queue, 10, 20);

            PartitionSnapshot snapshot = queue.settledSnapshot();
            assertThat(snapshot.inflight()).isEqualTo(8);
            assertThat(snapshot.messages()).isEqualTo(10);
            assertThat(numbers(queue.takeAll())).containsExactly(18, 19);
            queue.publish(handedOut);
            assertThat(queue.settledSnapshot().messages()).isEqualTo(2);
        }
    }

    @Test
    void dropsWhatIsReleasedBeyondThem() {
        try (QueueFixture queue = open(new QueueLimits(2, NEVER, NEVER))) {
            append(queue, 0, 2);
            List<StoredMessage> handedOut = queue.take(2);
            queue.queue.reconfigure(settings(new QueueLimits(1, NEVER, NEVER)));
            assertThat(queue.settledSnapshot().messages()).isEqualTo(2);

            queue.queue.release(handedOut.get(1).offset());

            assertThat(queue.settledSnapshot().messages()).isEqualTo(1);
            assertThat(queue.counters.drop(DropReason.LIMIT)).isEqualTo(1);
        }
    }

    @Test
    void appliesThemWhenTheQueueIsOpened() {
        try (QueueFixture queue = open(QueueLimits.NONE)) {
            append(queue, 0, 1_000);
        }
        try (QueueFixture queue = open(new QueueLimits(3, NEVER, NEVER))) {
            assertThat(queue.settledSnapshot().messages()).isEqualTo(3);
            assertThat(queue.counters.enqueue()).isEqualTo(1_000);
            assertThat(queue.counters.drop(DropReason.LIMIT)).isEqualTo(997);
        }
    }

    @Test
    void countsAReplacedMessageNoMore() {
        PartitionSettings settings = PartitionSettings.ofQueue(true, false, new QueueLimits(2, NEVER, NEVER));
        try (QueueFixture queue = QueueFixture.open(directory, settings)) {
            queue.appendKeyed("a", "a1");
            queue.appendKeyed("b", "b1");
            queue.appendKeyed("b", "b2");

            assertThat(queue.takeAll()).extracting(QueueFixture::text).containsExactly("a1", "b2");
            assertThat(queue.counters.drop(DropReason.LIMIT)).isZero();
        }
    }

    @Test
    void neitherHandsOutNorKeepsWhatIsTooOld() {
        try (QueueFixture queue = open(new QueueLimits(NEVER, NEVER, 1_000))) {
            append(queue, 0, 3);
            now.addAndGet(600);
            append(queue, 3, 6);

            now.addAndGet(400);
            assertThat(numbers(queue.take(1))).containsExactly(3);
            assertThat(queue.settledSnapshot().messages()).isEqualTo(3);
            assertThat(queue.counters.drop(DropReason.RETENTION)).isEqualTo(3);
        }
    }

    @Test
    void dropsByItselfWhatBecomesTooOld() {
        PartitionSettings settings = settings(new QueueLimits(NEVER, NEVER, 200));
        try (QueueFixture queue = QueueFixture.open(directory, settings)) {
            now.set(System.currentTimeMillis());
            append(queue, 0, 10);

            await().untilAsserted(
                            () -> assertThat(queue.queue.snapshot().messages()).isZero());
            await().untilAsserted(() ->
                    assertThat(queue.counters.drop(DropReason.RETENTION)).isEqualTo(10));
        }
    }

    @Test
    void dropsWhatBecameTooOldWhileTheQueueWasClosed() {
        QueueLimits limits = new QueueLimits(NEVER, NEVER, 1_000);
        try (QueueFixture queue = open(limits)) {
            append(queue, 0, 3);
            now.addAndGet(500);
            append(queue, 3, 4);
        }
        now.addAndGet(500);
        try (QueueFixture queue = open(limits)) {
            assertThat(numbers(queue.takeAll())).containsExactly(3);
        }
    }

    @Test
    void dropsAtOnceWhenTheRetentionIsShortened() {
        try (QueueFixture queue = open(new QueueLimits(NEVER, NEVER, 1_000))) {
            append(queue, 0, 3);
            now.addAndGet(500);
            append(queue, 3, 5);

            queue.queue.reconfigure(settings(new QueueLimits(NEVER, NEVER, 100)));

            assertThat(queue.settledSnapshot().messages()).isEqualTo(2);
        }
    }

    @Test
    void leavesWhatIsHandedOutUntilItIsReleased() {
        try (QueueFixture queue = open(new QueueLimits(NEVER, NEVER, 1_000))) {
            append(queue, 0, 2);
            List<StoredMessage> handedOut = queue.take(2);
            now.addAndGet(5_000);
            append(queue, 2, 3);
            assertThat(queue.settledSnapshot().messages()).isEqualTo(3);

            queue.queue.settle(handedOut.get(0).offset(), Settlement.PUBLISHED);
            queue.queue.release(handedOut.get(1).offset());

            assertThat(numbers(queue.takeAll())).containsExactly(2);
            assertThat(queue.counters.publish()).isEqualTo(1);
            assertThat(queue.counters.drop(DropReason.RETENTION)).isEqualTo(1);
        }
    }

    @Test
    void dropsOldMessagesThatWereRewound() {
        try (QueueFixture queue = open(new QueueLimits(NEVER, NEVER, 1_000))) {
            append(queue, 0, 2);
            queue.take(2);
            now.addAndGet(5_000);

            queue.queue.rewind();

            assertThat(queue.settledSnapshot().messages()).isZero();
        }
    }

    @Test
    void keepsEverythingBehindAClockThatWasSetBack() {
        try (QueueFixture queue = open(new QueueLimits(NEVER, NEVER, 1_000))) {
            append(queue, 0, 2);
            now.addAndGet(-100_000);
            append(queue, 2, 4);

            assertThat(numbers(queue.takeAll())).containsExactly(0, 1, 2, 3);
        }
    }

    private QueueFixture open(QueueLimits limits) {
        InstantSource clock = () -> Instant.ofEpochMilli(now.get());
        return QueueFixture.open(directory, settings(limits), new PartitionQueues(clock, System::nanoTime));
    }

    private static PartitionSettings settings(QueueLimits limits) {
        return new PartitionSettings(MEGABYTE, Long.MAX_VALUE, false, PartitionSettings.Use.QUEUE, limits);
    }

    private void append(QueueFixture queue, int from, int to) {
        List<CompletableFuture<Void>> stored = IntStream.range(from, to)
                .mapToObj(number -> queue.appendAsync(numbered(number)))
                .toList();
        stored.forEach(QueueFixture::await);
    }

    private BridgeMessage numbered(int number) {
        byte[] payload = "%04d".formatted(number).getBytes(UTF_8);
        return new BridgeMessage("a/b", payload, Qos.AT_LEAST_ONCE, false, now.get(), MessageProperties.NONE);
    }

    private static List<Integer> numbers(List<StoredMessage> batch) {
        return batch.stream().map(QueueFixture::text).map(Integer::valueOf).toList();
    }
}
