package dev.mqttdq.store;

import static dev.mqttdq.store.QueueFixture.MEGABYTE;
import static dev.mqttdq.store.QueueFixture.message;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of which little is left are rewritten, and lose nothing by it. */
class CompactionTest {

    private static final PartitionSettings SETTINGS = new PartitionSettings(
            MEGABYTE, Long.MAX_VALUE, false, PartitionSettings.Use.LAST_VALUE_QUEUE, QueueLimits.NONE);

    private static final int COUNT = 8_000;
    private static final int PAYLOAD = 1_000;

    @TempDir
    Path base;

    private Path directory = Path.of("");

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.createDirectory(base.resolve("queue"));
    }

    @Test
    void aHotKeyDoesNotPinTheFilesOfItsUpdates() {
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            List<CompletableFuture<Void>> stored = new ArrayList<>();
            for (int update = 0; update < 200_000; update++) {
                if (update % 200 == 0) {
                    stored.add(queue.appendAsync(message("static " + update), "static " + update));
                }
                stored.add(queue.appendAsync(message(new byte[100]), "hot"));
            }
            stored.forEach(QueueFixture::await);

            assertThat(queue.settledSnapshot().messages()).isEqualTo(1_001);
            awaitSmall(queue, 2 * MEGABYTE);
            List<StoredMessage> all = queue.takeAll();
            assertThat(all).hasSize(1_001).extracting(StoredMessage::offset).isSorted();
        }
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            assertThat(queue.queue.snapshot().problem()).isNull();
            assertThat(queue.settledSnapshot().messages()).isEqualTo(1_001);
        }
    }

    @Test
    void theDiskFollowsTheContentWhateverEndsFirst() {
        List<StoredMessage> left = new ArrayList<>();
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            fillAndSettle(queue, left, 10);

            awaitSmall(queue, 3 * MEGABYTE);
            assertThat(queue.queue.snapshot().liveBytes()).isEqualTo((PAYLOAD + 3 + 22L) * left.size());
            queue.queue.rewind();
            assertThat(texts(queue.takeAll())).isEqualTo(texts(left));
        }
        holds(directory, left);
    }

    @Test
    void aStragglerDoesNotPinAFile() {
        List<StoredMessage> left = new ArrayList<>();
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            fillAndSettle(queue, left, 2_000);

            awaitSmall(queue, MEGABYTE);
        }
        holds(directory, left);
    }

    @Test
    void rewritesAgainWhatWasRewritten() {
        List<StoredMessage> left = new ArrayList<>();
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            fillAndSettle(queue, left, 5);
            awaitSmall(queue, 4 * MEGABYTE);
            List<StoredMessage> more = new ArrayList<>(left);
            more.removeIf(message -> message.offset() % 50 == 0);
            left.removeAll(more);

            queue.publish(more);

            awaitSmall(queue, MEGABYTE + MEGABYTE / 2);
        }
        holds(directory, left);
    }

    @Test
    void fetchesWhatIsHandedOutFromTheNewFile() {
        List<StoredMessage> left = new ArrayList<>();
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            fillAndSettle(queue, left, 10);
            awaitSmall(queue, 3 * MEGABYTE);

            for (StoredMessage message : left) {
                assertThat(texts(queue.fetch(message.offset())))
                        .containsExactly(QueueFixture.text(message).trim());
            }
        }
    }

    @Test
    void scatteredSettlementsTakeLittleToRecord() {
        int count = 200_000;
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            List<CompletableFuture<Void>> stored = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                stored.add(queue.appendAsync(message(new byte[16])));
            }
            stored.forEach(QueueFixture::await);
            List<StoredMessage> all = queue.take(count);
            Collections.shuffle(all, new Random(7));
            for (StoredMessage message : all) {
                if (message.offset() % 2 == 0) {
                    queue.queue.settle(message.offset(), Settlement.PUBLISHED);
                }
            }

            PartitionSnapshot snapshot = queue.settledSnapshot();
            assertThat(snapshot.messages()).isEqualTo(count / 2);
            assertThat(queue.counters.publish()).isEqualTo(count / 2);
            assertThat(directory.resolve(SettledStore.FILE))
                    .satisfies(file -> assertThat(Files.size(file)).isLessThan(10 * MEGABYTE));
        }
    }

    @Test
    void aBridgeIsLeftAlone() throws IOException {
        PartitionSettings bridge = new PartitionSettings(MEGABYTE, Long.MAX_VALUE, false);
        try (QueueFixture queue = QueueFixture.open(directory, bridge)) {
            fillAndSettle(queue, new ArrayList<>(), 100);

            queue.settledSnapshot();
            assertThat(files("-")).isEmpty();
            assertThat(queue.queue.snapshot().bytesOnDisk()).isGreaterThan(7 * MEGABYTE);
        }
    }

    @Test
    void filesThatACrashHasLeftBesideTheirSuccessorDoNotComeBack() throws IOException {
        List<StoredMessage> left = new ArrayList<>();
        Path before = Files.createDirectory(base.resolve("before"));
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            List<StoredMessage> gone = fill(queue, left, 10);
            queue.whileItStandsStill(() -> {
                copy("seg", directory, before);
                queue.publish(gone);
            });
            awaitSmall(queue, 3 * MEGABYTE);
        }
        // but for those that are there under the same name
        copy("seg", before, directory);

        holds(directory, left);
        assertThat(files(".seg")).hasSizeLessThan(5);
    }

    @Test
    void aFileThatWasNotFinishedIsThrownAway() throws IOException {
        List<StoredMessage> left = new ArrayList<>();
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            fillAndSettle(queue, left, 10);
            awaitSmall(queue, 3 * MEGABYTE);
        }
        Path rewritten = files("-").get(0);
        Files.write(rewritten.resolveSibling(rewritten.getFileName() + ".rewriting"), new byte[100]);

        holds(directory, left);
        assertThat(files(".rewriting")).isEmpty();
    }

    @Test
    void gapsAreNoLossWhenTheRecordOfWhatEndedIsGone() throws IOException {
        List<StoredMessage> left = new ArrayList<>();
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            fillAndSettle(queue, left, 10);
            awaitSmall(queue, 3 * MEGABYTE);
        }
        Files.delete(directory.resolve(SettledStore.FILE));

        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            assertThat(texts(queue.takeAll())).containsAll(texts(left));
            assertThat(queue.counters.drop()).isZero();
            assertThat(queue.queue.snapshot().problem()).isNull();
        }
    }

    @Test
    void aDamagedRewrittenFileCostsWhatWasDamaged() throws IOException {
        List<StoredMessage> left = new ArrayList<>();
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            List<StoredMessage> gone = fill(queue, left, 10);
            queue.whileItStandsStill(() -> queue.publish(gone));
            awaitSmall(queue, 3 * MEGABYTE);
        }
        Path rewritten = files("-").get(0);
        byte[] bytes = Files.readAllBytes(rewritten);
        Arrays.fill(bytes, 0, 8192, (byte) 0);
        Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + 5_000, (byte) 1);
        Files.write(rewritten, bytes);

        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            List<StoredMessage> found = queue.takeAll();
            assertThat(found.size()).isBetween(left.size() - 10, left.size() - 1);
            assertThat(texts(left)).containsAll(texts(found));
            assertThat(queue.counters.drop(DropReason.CORRUPT)).isEqualTo(left.size() - found.size());
        }
    }

    @Test
    void damageFoundWhileRewritingCostsWhatWasDamaged() throws IOException {
        List<StoredMessage> left = new ArrayList<>();
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            List<StoredMessage> gone = fill(queue, left, 10);
            Path file = files(".seg").get(2);
            byte[] bytes = Files.readAllBytes(file);
            Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + 5_000, (byte) 1);
            Files.write(file, bytes);
            // At once, so that nothing is lost that would have ended.
            queue.whileItStandsStill(() -> queue.publish(gone));

            await().until(() ->
                    queue.queue.snapshot().bytesOnDisk() < 5 * MEGABYTE && queue.counters.drop(DropReason.CORRUPT) > 0);
            assertThat(queue.counters.drop(DropReason.CORRUPT)).isLessThan(20);
            queue.queue.rewind();
            List<StoredMessage> found = queue.takeAll();
            assertThat(found).hasSize((int) (left.size() - queue.counters.drop(DropReason.CORRUPT)));
            assertThat(texts(left)).containsAll(texts(found));
        }
    }

    /** Fills some segments and settles all but each nth, in no order and while files are rewritten already. */
    private static void fillAndSettle(QueueFixture queue, List<StoredMessage> left, int keepEvery) {
        queue.publish(fill(queue, left, keepEvery));
    }

    /** Fills some segments and takes all; returns what is to be settled, in no order. */
    private static List<StoredMessage> fill(QueueFixture queue, List<StoredMessage> left, int keepEvery) {
        List<CompletableFuture<Void>> stored = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            byte[] payload = Arrays.copyOf((i + " ").getBytes(UTF_8), PAYLOAD);
            stored.add(queue.appendAsync(message(payload)));
        }
        stored.forEach(QueueFixture::await);
        List<StoredMessage> gone = new ArrayList<>();
        for (StoredMessage message : queue.take(COUNT)) {
            (message.offset() % keepEvery == 0 ? left : gone).add(message);
        }
        Collections.shuffle(gone, new Random(7));
        return gone;
    }

    private static void awaitSmall(QueueFixture queue, long bytes) {
        queue.settledSnapshot();
        await().untilAsserted(
                        () -> assertThat(queue.queue.snapshot().bytesOnDisk()).isLessThan(bytes));
    }

    private static void holds(Path directory, List<StoredMessage> left) {
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            assertThat(queue.queue.snapshot().problem()).isNull();
            assertThat(queue.counters.drop()).isZero();
            assertThat(texts(queue.takeAll())).isEqualTo(texts(left));
        }
    }

    private static List<String> texts(List<StoredMessage> batch) {
        return batch.stream().map(m -> QueueFixture.text(m).trim()).toList();
    }

    private List<Path> files(String part) throws IOException {
        return list(directory, part);
    }

    private static List<Path> list(Path directory, String part) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().contains(part))
                    .sorted()
                    .toList();
        }
    }

    private static void copy(String part, Path from, Path to) {
        try {
            for (Path file : list(from, part)) {
                if (!Files.exists(to.resolve(file.getFileName()))) {
                    Files.copy(file, to.resolve(file.getFileName()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
