package dev.mqttdq.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** Opens partitions; a process needs one of these only, since it knows which directories are open. Thread-safe. */
public final class PartitionQueues {

    /** MQTT knows no larger packet. */
    private static final long LARGEST_RECORD_BYTES = 256L * 1024 * 1024;

    /** Storing or reading a record takes up to four times its size; several partitions may do so at once. */
    private static final int LARGEST_RECORD_HEAP_SHARE = 16;

    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private final Medium medium;
    private final Set<Path> inUse = ConcurrentHashMap.newKeySet();

    /**
     * @param clock tells when blocks are written and names files kept aside
     * @param nanoTime a clock for delays, in nanoseconds, such as {@link System#nanoTime}
     */
    public PartitionQueues(InstantSource clock, LongSupplier nanoTime) {
        this(clock, nanoTime, Medium.DISK);
    }

    PartitionQueues(InstantSource clock, LongSupplier nanoTime, Medium medium) {
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.medium = medium;
    }

    /**
     * Opens the partition in a directory as {@link #begin} does, and blocks until it is open.
     *
     * @throws StorageException of kind LOCKED where another process or queue has the directory
     */
    public PartitionQueue open(
            Path directory, PartitionId id, PartitionSettings settings, QueueCounters counters, boolean countFound) {
        return await(begin(directory, id, settings, counters, countFound));
    }

    /**
     * Waits for what {@link #begin} has begun.
     *
     * @throws StorageException where it failed
     */
    public static <T> T await(CompletableFuture<T> begun) {
        try {
            return begun.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof StorageException refused ? refused : e;
        }
    }

    /**
     * Begins to open the partition in a directory, which is made where it is missing, and starts its thread. It is open when
     * the first attempt is over, after a time that grows with the number of segment files, and for a last-value queue with
     * their bytes. That is told on the partition's thread, and fails with a {@link StorageException} of kind LOCKED where
     * another process or queue has the directory.
     *
     * <p>Damaged files and a failing disk do not make this fail: the snapshot of the queue tells of them, and the queue
     * keeps trying.
     *
     * @param countFound whether messages found on disk count as enqueued: true when the process starts, false when these
     *     counters know them already
     */
    public CompletableFuture<PartitionQueue> begin(
            Path directory, PartitionId id, PartitionSettings settings, QueueCounters counters, boolean countFound) {
        PartitionContext context = new PartitionContext(
                id,
                new PartitionDirectory(directory.toAbsolutePath(), medium),
                counters,
                clock,
                nanoTime,
                inUse,
                largestRecordBytes());
        Inbox inbox = new Inbox();
        PartitionWorker worker = new PartitionWorker(context, settings, inbox, countFound);
        DiskPartitionQueue queue = new DiskPartitionQueue(id, inbox, worker);
        queue.start();
        return worker.opened().thenApply(open -> queue);
    }

    /**
     * Deletes a partition that is closed, with all that is in its directory. An end in between brings back nothing that has ended.
     *
     * @throws IOException if something cannot be deleted
     */
    public static void delete(Path directory) throws IOException {
        Path settled = directory.resolve(SettledStore.FILE);
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (Path file : files) {
            if (!file.equals(settled)) {
                Files.delete(file);
            }
        }
        // Only now, for it tells what has ended.
        Files.deleteIfExists(settled);
        Files.delete(directory);
    }

    /** The largest message that partitions take, with its topic and properties, in bytes. */
    public static long largestRecordBytes() {
        return Math.min(LARGEST_RECORD_BYTES, Runtime.getRuntime().maxMemory() / LARGEST_RECORD_HEAP_SHARE);
    }
}
