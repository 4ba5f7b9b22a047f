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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/**
 * Measures a partition beside a plain file that does the same: write and force. Prints a table in Markdown.
 *
 * <p>Arguments: the directory to write to (default: a temporary one), seconds for each figure (default: 3), messages of the
 * large partition (default: 1,000,000).
 */
final class StoreBench {

    private static final int PAYLOAD_BYTES = 256;
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
        Path base = args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("store-bench");
        double seconds = args.length > 1 ? Double.parseDouble(args[1]) : 3;
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
        openLarge();
    }

    private void compareAppends(int group) throws IOException, InterruptedException {
        appendToQueue(group, nanosPerRound / 2);
        double queue = 0;
        double file = 0;
        for (int round = 0; round < ROUNDS; round++) {
            queue += appendToQueue(group, nanosPerRound) / ROUNDS;
            file += appendToFile(group, nanosPerRound) / ROUNDS;
        }
        System.out.printf(
                Locale.ROOT,
                "| append, groups of %d, messages/s | %,.0f | %,.0f | %.2f |%n",
                group,
                queue,
                file,
                queue / file);
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
        ByteBuffer bytes = ByteBuffer.allocateDirect(group * (PAYLOAD_BYTES + 32));
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

    private void openLarge() throws IOException, InterruptedException {
        Path directory = base.resolve("large");
        int group = 1000;
        BridgeMessage message = message();
        long start = System.nanoTime();
        try (PartitionQueue queue = open(directory)) {
            for (int count = 0; count < backlog; count += group) {
                append(queue, message, group);
            }
        }
        row("append %,d messages, seconds", start);
        start = System.nanoTime();
        PartitionQueue queue = open(directory);
        row("open with %,d messages, seconds", start);
        System.out.printf(
                "buffered %,d, %,d bytes on disk, %,d live%n",
                queue.snapshot().buffered(),
                queue.snapshot().bytesOnDisk(),
                queue.snapshot().liveBytes());
        start = System.nanoTime();
        drain(queue);
        row("read and settle %,d messages, seconds", start);
        queue.close();
    }

    private void drain(PartitionQueue queue) throws InterruptedException {
        for (int left = backlog; left > 0; ) {
            CountDownLatch done = new CountDownLatch(1);
            List<StoredMessage> batch = new ArrayList<>();
            queue.poll(32, 1 << 20, messages -> {
                batch.addAll(messages);
                done.countDown();
            });
            done.await();
            batch.forEach(stored -> queue.settle(stored.offset(), Settlement.PUBLISHED));
            left -= batch.size();
        }
    }

    private void row(String what, long start) {
        System.out.printf(Locale.ROOT, "| " + what + " | %.2f | | |%n", backlog, (System.nanoTime() - start) / 1e9);
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
