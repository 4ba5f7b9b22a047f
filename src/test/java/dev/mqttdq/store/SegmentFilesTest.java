package dev.mqttdq.store;

import static dev.mqttdq.store.QueueFixture.MEGABYTE;
import static dev.mqttdq.store.QueueFixture.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentFilesTest {

    private static final PartitionSettings SETTINGS = new PartitionSettings(MEGABYTE, 100 * MEGABYTE, false);

    @TempDir
    Path directory;

    @Test
    void growNoLargerThanTheirSize() throws IOException {
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            append(queue, 5_000);
        }

        assertThat(segments()).hasSizeGreaterThan(4);
        for (Path segment : segments()) {
            assertThat(Files.size(segment)).isLessThanOrEqualTo(MEGABYTE + MEGABYTE / 8);
        }
    }

    @Test
    void nameTheGroupThatWasStoredLastInTheirHeader() throws IOException {
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            for (int i = 0; i < 30; i++) {
                queue.append("a", "b".repeat(100 * i));
                Path copy = directory.resolve("copy");
                Files.copy(segments().get(0), copy, StandardCopyOption.REPLACE_EXISTING);
                MVStore store = new MVStore.Builder()
                        .fileName(copy.toString())
                        .readOnly()
                        .open();
                try {
                    assertThat(DataUtils.readHexLong(store.getStoreHeader(), "version", 0))
                            .isEqualTo(store.getCurrentVersion());
                } finally {
                    store.closeImmediately();
                }
            }
        }
    }

    @Test
    void goAwayWhenTheyAreConsumedThoughNothingElseHappens() throws IOException {
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            append(queue, 5_000);
            int before = segments().size();

            queue.publish(queue.take(2_500));
            await().untilAsserted(() -> assertThat(segments()).hasSizeLessThanOrEqualTo(before / 2 + 1));

            queue.publish(queue.take(2_500));
            await().untilAsserted(() ->
                    assertThat(queue.queue.snapshot().bytesOnDisk()).isLessThan(2 * MEGABYTE));
        }
    }

    @Test
    void stayOnlyWhereAMessageIsUnsettled() throws IOException {
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            append(queue, 5_000);
            List<StoredMessage> all = queue.take(5_000);

            queue.publish(all.subList(1, 4_999));

            await().untilAsserted(() -> assertThat(segments()).hasSize(2));
            queue.queue.rewind();
            assertThat(queue.take(2))
                    .extracting(StoredMessage::offset)
                    .containsExactly(all.get(0).offset(), all.get(4_999).offset());
        }
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            assertThat(queue.queue.snapshot().buffered()).isEqualTo(2);
            assertThat(queue.queue.snapshot().problem()).isNull();
            assertThat(queue.counters.drop()).isZero();
            assertThat(queue.take(2)).hasSize(2);
        }
    }

    @Test
    void takeHardlyMoreThanTheirMessagesWhenEachIsItsOwnGroup() {
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            for (int i = 0; i < 2_000; i++) {
                queue.append(message(new byte[256]));
            }

            PartitionSnapshot snapshot = queue.queue.snapshot();
            assertThat(snapshot.bytesOnDisk()).isLessThan(snapshot.liveBytes() * 2);
        }
    }

    @Test
    void holdLargeMessagesWhole() {
        byte[] large = new byte[(int) (3 * MEGABYTE)];
        large[large.length - 1] = 7;
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            queue.append("small");
            queue.append(message(large));
            queue.append("small too");
        }
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            List<StoredMessage> all = queue.take(3);
            assertThat(all.get(1).message().payload()).isEqualTo(large);
            assertThat(QueueFixture.text(all.get(2))).isEqualTo("small too");
        }
    }

    @Test
    void areWrittenByOneProcessOnly() throws IOException {
        for (int round = 0; round < 3; round++) {
            try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
                queue.append("round " + round);
            }
        }

        assertThat(segments()).hasSize(3);
    }

    @Test
    void refuseAMessageThatIsTooLarge() {
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            byte[] huge = new byte[(int) Math.min(PartitionQueues.largestRecordBytes(), Integer.MAX_VALUE - 64)];

            CompletableFuture<Void> refused = queue.appendAsync(message(huge));

            assertThat(refused).failsWithin(Duration.ofMinutes(1));
            assertThat(queue.counters.drop(DropReason.TOO_LARGE)).isEqualTo(1);
            assertThat(queue.counters.enqueue()).isEqualTo(1);
            assertThat(queue.counters.dequeue()).isEqualTo(1);
        }
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".seg")).toList();
        }
    }

    private static void append(QueueFixture queue, int count) {
        List<CompletableFuture<Void>> stored = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            stored.add(queue.appendAsync(message(new byte[1024])));
        }
        stored.forEach(QueueFixture::await);
    }
}
