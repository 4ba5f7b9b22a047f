package dev.mqttdq.store;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Measures a partition beside a plain file that does the same: write and force. Prints a table in Markdown.
 *
 * <p>Arguments: the directory to write to (default: a temporary one), seconds for each figure (default: 6), messages of the
 * large partition (default: 1,000,000).
 */
final class StoreBench {

    private static final int PAYLOAD_BYTES = 256;
    private static final int RECORD_BYTES = PAYLOAD_BYTES + 33;
    private static final int LARGE_GROUP = 1000;
    private static final long MARK_NANOS = 50_000_000;
    private static final int ROUNDS = 3;
    private static final PartitionSettings SETTINGS = new PartitionSettings(100 << 20, 4L << 30, true);

    private final Path base;
    private final long nanosPerRound;
    private final int backlog;

    private StoreBench(Path base, double seconds, int backlog) {
        this.base = base;
        this.nanosPerRound = (long) (seconds * 1e9 / ROUNDS);
        this.backlog = backlog;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Path base =
                args.length > 0 ? Files.createDirectories(Path.of(args[0])) : Files.createTempDirectory("store-bench");
        double seconds = args.length > 1 ? Double.parseDouble(args[1]) : 6;
        int backlog = args.length > 2 ? Integer.parseInt(args[2]) : 1_000_000;
        try {
            new StoreBench(base, seconds, backlog).run();
        } finally {
            delete(base);
        }
    }

    private void run() throws IOException, InterruptedException {
        System.out.printf("Payload %d bytes, fsync per group, Java %s%n%n", PAYLOAD_BYTES, Runtime.version());
        System.out.println("| what | partition | plain file | ratio |");
        System.out.println("|---|---:|---:|---:|");
        for (int group : List.of(1, 32, 256)) {
            compareAppends(group);
        }
        compareLarge();
    }

    private void compareAppends(int group) throws IOException, InterruptedException {
        appendToQueue(group, nanosPerRound / 2);
        double queue = 0;
        double file = 0;
        for (int round = 0; round < ROUNDS; round++) {
            queue += appendToQueue(group, nanosPerRound) / ROUNDS;
            file += appendToFile(group, nanosPerRound) / ROUNDS;
        }
        compared("append and force, groups of %d, messages/s".formatted(group), queue, file);
    }

    private double appendToQueue(int group, long nanos) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory(base, "queue");
        BridgeMessage message = message();
        long count = 0;
        long start = System.nanoTime();
        try (PartitionQueue queue = open(directory)) {
            start = System.nanoTime();
            while (System.nanoTime() - start < nanos) {
                append(queue, message, group);
                count += group;
            }
            return count * 1e9 / (System.nanoTime() - start);
        } finally {
            delete(directory);
        }
    }

    private double appendToFile(int group, long nanos) throws IOException {
        Path file = Files.createTempFile(base, "plain", ".log");
        ByteBuffer bytes = ByteBuffer.allocateDirect(group * RECORD_BYTES);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            long count = 0;
            long start = System.nanoTime();
            while (System.nanoTime() - start < nanos) {
                channel.write(bytes.rewind());
                channel.force(true);
                count += group;
            }
            return count * 1e9 / (System.nanoTime() - start);
        } finally {
            Files.delete(file);
        }
    }

    private void compareLarge() throws IOException, InterruptedException {
        Path directory = base.resolve("large");
        long start = System.nanoTime();
        try (PartitionQueue queue = open(directory)) {
            for (int count = 0; count < backlog; count += LARGE_GROUP) {
                append(queue, message(), LARGE_GROUP);
            }
        }
        row("append %,d messages in groups of 1,000, and close, seconds", seconds(start));
        start = System.nanoTime();
        try (PartitionQueue queue = open(directory)) {
            row("open with %,d messages, seconds", seconds(start));
            long onDisk = queue.snapshot().bytesOnDisk();
            System.gc();
            long heap =
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
            start = System.nanoTime();
            drain(queue);
            double queueRate = backlog / seconds(start);
            compared("read and settle in batches of 32, messages/s", queueRate, readFile());
            row("megabytes on disk of %,d messages", onDisk / 1e6);
            row("megabytes of heap after opening %,d messages", heap / 1e6);
        }
        delete(directory);
    }

    /** Reads a plain file in batches and notes how far it came, forced to the device, as often as a partition does. */
    private double readFile() throws IOException {
        Path file = base.resolve("plain.log");
        ByteBuffer batch = ByteBuffer.allocateDirect(32 * RECORD_BYTES);
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            for (int count = 0; count < backlog; count += 32) {
                channel.write(batch.rewind());
            }
            channel.force(true);
            channel.position(0);
            ByteBuffer mark = ByteBuffer.allocate(Long.BYTES);
            long start = System.nanoTime();
            long marked = start;
            while (channel.read(batch.clear()) > 0) {
                if (System.nanoTime() - marked > MARK_NANOS) {
                    channel.write(mark.rewind(), 0);
                    channel.force(true);
                    marked = System.nanoTime();
                }
            }
            return backlog / seconds(start);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private void drain(PartitionQueue queue) throws InterruptedException {
        CountDownLatch drained = new CountDownLatch(1);
        takeAndSettle(queue, new AtomicInteger(backlog), drained);
        drained.await();
    }

    private static void takeAndSettle(PartitionQueue queue, AtomicInteger left, CountDownLatch drained) {
        queue.poll(32, 1 << 20, batch -> {
            batch.forEach(stored -> queue.settle(stored.offset(), Settlement.PUBLISHED));
            if (left.addAndGet(-batch.size()) == 0) {
                drained.countDown();
            } else {
                takeAndSettle(queue, left, drained);
            }
        });
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private static void compared(String what, double queue, double file) {
        System.out.printf(Locale.ROOT, "| %s | %,.0f | %,.0f | %.2f |%n", what, queue, file, queue / file);
    }

    private void row(String what, double figure) {
        System.out.printf(Locale.ROOT, "| " + what + " | %.2f | | |%n", backlog, figure);
    }

    private static PartitionQueue open(Path directory) {
        return new PartitionQueues(InstantSource.system(), System::nanoTime)
                .open(directory, new PartitionId("bench", 0), SETTINGS, new QueueCounters(), true);
    }

    private static void append(PartitionQueue queue, BridgeMessage message, int group) throws InterruptedException {
        CountDownLatch stored = new CountDownLatch(group);
        AppendListener listener = new AppendListener() {
            @Override
            public void stored() {
                stored.countDown();
            }

            @Override
            public void failed(StorageException reason) {
                throw reason;
            }
        };
        for (int i = 0; i < group; i++) {
            queue.append(message, listener);
        }
        stored.await();
    }

    private static BridgeMessage message() {
        return new BridgeMessage(
                "bench/topic", new byte[PAYLOAD_BYTES], Qos.AT_LEAST_ONCE, false, 1, MessageProperties.NONE);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
