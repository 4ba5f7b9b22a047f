package dev.mqttdq.store;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;

/** Opens partitions. Thread-safe. */
public final class PartitionQueues {

    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private final String scheme;

    /**
     * @param clock tells when blocks are written and names files kept aside
     * @param nanoTime a clock for delays, in nanoseconds, such as {@link System#nanoTime}
     */
    public PartitionQueues(InstantSource clock, LongSupplier nanoTime) {
        this(clock, nanoTime, "file:");
    }

    /** @param scheme the file system of MVStore to write through, with a colon */
    PartitionQueues(InstantSource clock, LongSupplier nanoTime, String scheme) {
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.scheme = scheme;
    }

    /**
     * Opens the partition in a directory, which is made where it is missing, and starts its thread. Blocks until the first
     * attempt is over, for a time that grows with the number of segment files.
     *
     * <p>Unreadable files and a failing disk do not make this fail: the snapshot of the queue tells of them, and the queue
     * keeps trying. Messages found on disk are in the snapshot but not in the counters; the caller adds them.
     *
     * @throws StorageException of kind LOCKED where another process or queue has the directory
     */
    public PartitionQueue open(Path directory, PartitionId id, PartitionSettings settings, QueueCounters counters) {
        Path absolute = directory.toAbsolutePath();
        Inbox inbox = new Inbox();
        PartitionWorker worker = new PartitionWorker(
                id,
                settings,
                inbox,
                nanoTime,
                current -> new PartitionStore(id, absolute, scheme, current, counters, clock));
        DiskPartitionQueue queue = new DiskPartitionQueue(id, inbox, worker);
        queue.start();
        try {
            worker.opened().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof StorageException refused) {
                throw refused;
            }
            throw e;
        }
        return queue;
    }
}
