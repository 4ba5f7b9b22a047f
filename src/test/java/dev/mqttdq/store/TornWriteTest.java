package dev.mqttdq.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.store.PartitionSettings.Use;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.h2.store.fs.FileUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Opens what a crash would leave of a partition that is written to, for a crash at every page of every write, and of each
 * combination that a device may have written of what was not forced.
 */
class TornWriteTest {

    private static final int PAGE = 4096;
    private static final int GROUPS = 70;
    private static final int COMBINATIONS = 5;

    @TempDir
    Path directory;

    private final FaultyDisk disk = new FaultyDisk();
    private final Set<Long> stored = ConcurrentHashMap.newKeySet();
    private final Set<Long> published = ConcurrentHashMap.newKeySet();

    /** What was wrong with what crashes left; to be asserted on the thread of the test. */
    private final List<String> faults = new CopyOnWriteArrayList<>();

    private record Write(long position, byte[] bytes) {}

    @ParameterizedTest
    @CsvSource({"1, 2, BRIDGE", "7, 2, BRIDGE", "30, 2, BRIDGE", "30, 10, QUEUE"})
    void aProcessThatDiesInTheMiddleOfAWriteLosesNothingAndNothingIsDamaged(int largestGroup, int everyStays, Use use)
            throws IOException {
        disk.watch(new FaultyDisk.Watcher() {
            @Override
            public void beforeWrite(Path file, long position, ByteBuffer bytes) throws IOException {
                byte[] before = Files.readAllBytes(file);
                Write write = write(position, bytes);
                for (int pages = 0; pages * PAGE < write.bytes.length; pages++) {
                    int written = pages;
                    String problem = crash(file, apply(before, write, page -> page < written));
                    if (problem != null) {
                        faults.add(problem);
                    }
                }
            }
        });

        appendAndPublish(largestGroup, everyStays, use, false);

        assertThat(faults).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, 2, BRIDGE", "7, 2, BRIDGE", "30, 2, BRIDGE", "30, 10, QUEUE"})
    void aPowerFailureThatKeepsAnyPagesOfWhatWasNotForcedLosesNothing(int largestGroup, int everyStays, Use use)
            throws IOException {
        Random random = new Random(largestGroup);
        Map<Path, byte[]> forced = new HashMap<>();
        Map<Path, List<Write>> unforced = new HashMap<>();
        disk.watch(new FaultyDisk.Watcher() {
            @Override
            public void beforeWrite(Path file, long position, ByteBuffer bytes) {
                unforced.computeIfAbsent(file, none -> new ArrayList<>()).add(write(position, bytes));
            }

            @Override
            public void beforeTruncate(Path file, long size) throws IOException {
                forced.put(file, Arrays.copyOf(Files.readAllBytes(file), (int) Math.min(size, Files.size(file))));
                unforced.remove(file);
            }

            @Override
            public void beforeForce(Path file) throws IOException {
                List<Write> writes = unforced.getOrDefault(file, List.of());
                for (int i = 0; i < COMBINATIONS && !writes.isEmpty(); i++) {
                    byte[] content = forced.getOrDefault(file, new byte[0]);
                    for (Write write : writes) {
                        content = apply(content, write, someOf(write, random));
                    }
                    crash(file, content);
                }
                forced.put(file, Files.readAllBytes(file));
                unforced.remove(file);
            }
        });

        appendAndPublish(largestGroup, everyStays, use, true);

        assertThat(faults).isEmpty();
    }

    private void appendAndPublish(int largestGroup, int everyStays, Use use, boolean sync) {
        PartitionSettings settings = new PartitionSettings(256 << 10, 1L << 30, sync, use, QueueLimits.NONE);
        PartitionQueues queues = new PartitionQueues(InstantSource.system(), System::nanoTime, disk);
        Random random = new Random(1);
        long number = 0;
        try (QueueFixture queue = QueueFixture.open(partition(), settings, queues)) {
            for (int i = 0; i < GROUPS; i++) {
                long first = number;
                number += 1 + random.nextInt(largestGroup);
                List<CompletableFuture<Void>> group = new ArrayList<>();
                long behind = number;
                queue.whileItStandsStill(() -> {
                    for (long next = first; next < behind; next++) {
                        group.add(append(queue, next, random.nextInt(2000)));
                    }
                });
                group.forEach(QueueFixture::await);
                if (random.nextInt(3) == 0) {
                    publishAllBut(everyStays, queue);
                }
            }
        }
    }

    private CompletableFuture<Void> append(QueueFixture queue, long number, int more) {
        return queue.appendAsync(QueueFixture.message(CrashChild.payload(number, more)))
                .thenRun(() -> stored.add(number));
    }

    private void publishAllBut(int everyStays, QueueFixture queue) {
        for (StoredMessage message : queue.poll(50)) {
            if (message.offset() % everyStays != 0) {
                published.add(CrashChild.number(message));
                queue.queue.settle(message.offset(), Settlement.PUBLISHED);
            }
        }
    }

    /**
     * Opens a copy of the partition in which one file is different, and holds what is there against what was told.
     *
     * @return what the partition says of itself
     */
    private @Nullable String crash(Path file, byte[] content) throws IOException {
        TreeSet<Long> owed = new TreeSet<>(stored);
        owed.removeAll(published);
        Path crashed = directory.resolve("crashed");
        QueueFixture.copy(partition(), crashed);
        Files.write(crashed.resolve(file.getFileName()), content);
        try (QueueFixture queue = QueueFixture.open(crashed)) {
            owed.removeAll(drain(queue));
            if (!owed.isEmpty()) {
                faults.add(file.getFileName() + ": " + owed + " are missing");
            }
            return queue.queue.snapshot().problem();
        } finally {
            FileUtils.deleteRecursive(crashed.toString(), false);
        }
    }

    private static Set<Long> drain(QueueFixture queue) {
        Set<Long> found = new TreeSet<>();
        while (queue.queue.snapshot().buffered() > 0) {
            CompletableFuture<List<StoredMessage>> poll = queue.pollAsync(1000, Long.MAX_VALUE);
            await().pollInterval(Duration.ofMillis(1))
                    .until(() -> poll.isDone() || queue.queue.snapshot().buffered() == 0);
            poll.thenAccept(batch -> batch.forEach(message -> found.add(CrashChild.number(message))));
        }
        return found;
    }

    private Path partition() {
        return directory.resolve("partition");
    }

    private static Write write(long position, ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return new Write(position, copy);
    }

    private interface Pages {
        boolean contains(int page);
    }

    /** All, none, the first half or any pages of a write. */
    private static Pages someOf(Write write, Random random) {
        int pages = (write.bytes.length + PAGE - 1) / PAGE;
        int choice = random.nextInt(4);
        long any = random.nextLong();
        return page -> switch (choice) {
            case 0 -> false;
            case 1 -> true;
            case 2 -> page < pages / 2;
            default -> (any >> page % Long.SIZE & 1) == 1;
        };
    }

    /** What a file holds after some pages of a write; zeros where it grows over others. */
    private static byte[] apply(byte[] before, Write write, Pages pages) {
        byte[] after = before.clone();
        for (int at = 0; at < write.bytes.length; at += PAGE) {
            if (pages.contains(at / PAGE)) {
                int length = Math.min(PAGE, write.bytes.length - at);
                int target = (int) write.position + at;
                if (after.length < target + length) {
                    after = Arrays.copyOf(after, target + length);
                }
                System.arraycopy(write.bytes, at, after, target, length);
            }
        }
        return after;
    }
}
