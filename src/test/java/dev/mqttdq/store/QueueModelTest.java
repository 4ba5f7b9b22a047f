package dev.mqttdq.store;

import static dev.mqttdq.store.QueueFixture.message;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random sequences of requests, restarts and crashes, each held against a map in memory. */
class QueueModelTest {

    private static final int STEPS = 60;
    private static final PartitionSettings SETTINGS = new PartitionSettings(150_000, 1_000_000_000, false);

    @TempDir
    Path base;

    static Stream<Long> seeds() {
        return Stream.iterate(1L, seed -> seed + 1).limit(Long.getLong("store.model.seeds", 25));
    }

    /** What the queue should hold. */
    private static final class Model {
        final TreeMap<Long, String> unsettled = new TreeMap<>();
        final TreeMap<Long, String> handedOut = new TreeMap<>();
        long next;
        long published;

        List<String> due() {
            TreeMap<Long, String> due = new TreeMap<>(unsettled);
            due.keySet().removeAll(handedOut.keySet());
            return List.copyOf(due.values());
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void behavesLikeAMapInMemory(long seed) throws IOException {
        Random random = new Random(seed);
        Model model = new Model();
        Path directory = Files.createDirectory(base.resolve("0"));
        QueueFixture queue = QueueFixture.open(directory, SETTINGS);
        try {
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(10)) {
                    case 0, 1, 2 -> append(queue, model, random);
                    case 3, 4, 5 -> handOut(queue, model, random);
                    case 6, 7 -> settle(queue, model, random);
                    case 8 -> {
                        queue.queue.rewind();
                        model.handedOut.clear();
                    }
                    default -> {
                        if (random.nextBoolean()) {
                            queue.close();
                        } else {
                            directory = crash(queue, model, directory);
                        }
                        model.handedOut.clear();
                        model.published = 0;
                        queue = QueueFixture.open(directory, SETTINGS);
                    }
                }
                holdAgainst(queue, model);
            }
        } finally {
            queue.close();
        }
    }

    private static void append(QueueFixture queue, Model model, Random random) {
        List<CompletableFuture<Void>> stored = new ArrayList<>();
        int count = 1 + random.nextInt(40);
        for (int i = 0; i < count; i++) {
            String text = "message " + model.next;
            stored.add(queue.appendAsync(message(Arrays.copyOf(text.getBytes(UTF_8), 16 + random.nextInt(3000)))));
            model.unsettled.put(model.next++, text);
        }
        stored.forEach(QueueFixture::await);
    }

    private static void handOut(QueueFixture queue, Model model, Random random) {
        List<String> due = model.due();
        if (due.isEmpty()) {
            return;
        }
        List<StoredMessage> batch = queue.poll(1 + random.nextInt(30));
        assertThat(batch)
                .isNotEmpty()
                .extracting(m -> QueueFixture.text(m).trim())
                .isEqualTo(due.subList(0, batch.size()));
        batch.forEach(m -> model.handedOut.put(m.offset(), QueueFixture.text(m).trim()));
    }

    private static void settle(QueueFixture queue, Model model, Random random) {
        for (long offset : List.copyOf(model.handedOut.keySet())) {
            if (random.nextInt(3) > 0) {
                queue.queue.settle(offset, Settlement.PUBLISHED);
                model.handedOut.remove(offset);
                model.unsettled.remove(offset);
                model.published++;
            }
        }
    }

    /** The state that a crash would leave once all that ended is recorded: a copy of the files of an open queue. */
    private Path crash(QueueFixture queue, Model model, Path directory) {
        awaitRecorded(queue, model);
        Path copy = base.resolve(
                Integer.toString(1 + Integer.parseInt(directory.getFileName().toString())));
        queue.whileItStandsStill(() -> QueueFixture.copy(directory, copy));
        queue.close();
        return copy;
    }

    private static void holdAgainst(QueueFixture queue, Model model) {
        awaitRecorded(queue, model);
        PartitionSnapshot snapshot = queue.queue.snapshot();
        assertThat(snapshot.handedOut()).isEqualTo(model.handedOut.size());
        assertThat(snapshot.problem()).isNull();
        assertThat(queue.counters.drop()).isZero();
        assertThat(queue.counters.enqueue() - queue.counters.dequeue()).isEqualTo(model.unsettled.size());
    }

    private static void awaitRecorded(QueueFixture queue, Model model) {
        await().pollInterval(Duration.ofMillis(2)).until(() -> {
            PartitionSnapshot snapshot = queue.queue.snapshot();
            return snapshot.buffered() + snapshot.handedOut() == model.unsettled.size()
                    && snapshot.handedOut() == model.handedOut.size()
                    && queue.counters.publish() == model.published;
        });
    }
}
