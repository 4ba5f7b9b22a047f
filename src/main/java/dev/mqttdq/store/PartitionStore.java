package dev.mqttdq.store;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.store.StorageException.Kind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known of a partition's messages: which are stored, handed out and ended. Blocks on the disk and throws for it;
 * memory follows the disk: nothing changes here where a write has failed. Not thread-safe; owned by the partition's thread.
 */
final class PartitionStore {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionStore.class);

    private static final long SMALLEST_SEGMENT_BYTES = 128 * 1024;
    /** A segment is at most this part of a partition, so that its disk use follows its backlog closely. */
    private static final int LEAST_SEGMENTS = 8;
    /** A file that is being written is deleted when it is consumed and larger than this, or half a segment. */
    private static final long KEPT_TAIL_BYTES = 1024 * 1024;

    private final PartitionContext context;
    private final PartitionDirectory directory;
    private final QueueCounters counters;
    private final DirectoryLock lock;
    private final PartitionRecovery recovery;
    private final SettledStore settledStore;
    private final SettledOffsets settled;
    private final Segments segments;
    /** Handed out and not ended, by offset. */
    private final TreeMap<Long, HandedOut> handedOut = new TreeMap<>();

    private final Unrecorded unrecorded = new Unrecorded();
    private long nextOffset;
    private long recordedEnd;
    private long oldestOffset;
    private long oldestArrivalMillis;
    private long asideBytes;
    private PartitionSettings settings;

    /** What is kept in memory of a message that is handed out. */
    private record HandedOut(int bytes, long arrivedAtMillis) {}

    /**
     * Opens the directory.
     *
     * @param countFound whether to count as enqueued what is found there
     * @throws StorageException of kind LOCKED, FULL or IO; damaged files do not make it fail
     */
    PartitionStore(PartitionContext context, PartitionSettings settings, boolean countFound) {
        this.context = context;
        this.directory = context.directory();
        this.counters = context.counters();
        this.settings = settings;
        this.recovery = new PartitionRecovery(directory, context.clock());
        this.settledStore = new SettledStore(directory);
        this.lock = DirectoryLock.acquire(directory.path(), context.inUse());
        try {
            SettledStore.State state = recovery.settled(settledStore);
            this.recordedEnd = state == null ? 0 : state.endOffset();
            this.settled = state == null ? new SettledOffsets(firstOnDisk()) : state.settled();
            this.segments = recovery.segments(settled, recordedEnd);
            this.nextOffset = settled.low();
            this.asideBytes = directory.asideBytes();
        } catch (RuntimeException e) {
            release();
            throw e;
        }
        long lost = recovery.lost();
        unrecorded.addBuffered(Settlement.dropped(DropReason.CORRUPT), lost);
        if (countFound) {
            counters.enqueued(segments.messages() + lost);
        }
    }

    private long firstOnDisk() {
        NavigableMap<Long, ?> files = directory.segments();
        return files.isEmpty() ? 0 : files.firstKey();
    }

    /** New limits, from the next append on. */
    void reconfigure(PartitionSettings newSettings) {
        settings = newSettings;
    }

    /** The most a group may take, so that a file stays near its size. */
    long groupBytes() {
        return segmentBytes() / 4;
    }

    private long segmentBytes() {
        return Math.max(
                SMALLEST_SEGMENT_BYTES, Math.min(settings.segmentBytes(), settings.maxTotalBytes() / LEAST_SEGMENTS));
    }

    private long keptTailBytes() {
        return Math.min(KEPT_TAIL_BYTES, segmentBytes() / 2);
    }

    /** Stores messages as one group, all or none. */
    void append(List<BridgeMessage> messages) {
        segments.append(messages, context.clock().millis(), segmentBytes(), settings.syncAlways());
        counters.enqueued(messages.size());
    }

    /**
     * Drops the oldest messages that are not handed out, one by one, until the partition is within its limit; the newest
     * stays.
     *
     * @return how many
     */
    long dropOverflow() {
        long dropped = 0;
        while (segments.diskShare() > settings.maxTotalBytes()) {
            StoredRecord oldest = next();
            if (oldest == null || oldest.offset() == segments.endOffset() - 1) {
                break;
            }
            end(oldest.offset(), oldest.size());
            unrecorded.addBuffered(Settlement.dropped(DropReason.OVERFLOW), 1);
            dropped++;
        }
        return dropped;
    }

    /**
     * Adds the next messages to a batch, up to both limits but at least one if there is one; they are handed out then, also
     * those that are in the batch when this throws.
     */
    void handOut(int maxMessages, long maxBytes, List<StoredMessage> batch) {
        long bytes = 0;
        while (batch.size() < maxMessages) {
            StoredRecord record = next();
            if (record == null || (!batch.isEmpty() && bytes + record.size() > maxBytes)) {
                return;
            }
            StoredMessage message = decode(record);
            if (message != null) {
                batch.add(message);
                bytes += record.size();
                handedOut.put(record.offset(), new HandedOut(record.size(), record.arrivedAtMillis()));
                nextOffset = record.offset() + 1;
            }
        }
    }

    /** Reads a message that is handed out and has not ended; null for any other. */
    @Nullable
    StoredMessage fetch(long offset) {
        StoredRecord record = null;
        // Again after a repair, which may have saved this one; what it has not is no longer handed out.
        while (record == null && handedOut.containsKey(offset)) {
            record = record(offset);
        }
        return record == null ? null : decode(record);
    }

    /** Ends a message that is handed out; does nothing for any other. */
    void settle(long offset, Settlement settlement) {
        HandedOut message = handedOut.remove(offset);
        if (message != null) {
            end(offset, message.bytes());
            unrecorded.addHandedOut(settlement, 1);
        }
    }

    private void end(long offset, int bytes) {
        settled.add(offset);
        segments.settle(offset, bytes);
    }

    /** Makes all that is handed out due again. */
    void rewind() {
        handedOut.clear();
        nextOffset = settled.low();
    }

    /** The first record that is not handed out and has not ended; null where there is none. */
    private @Nullable StoredRecord next() {
        StoredRecord record = null;
        while (record == null) {
            nextOffset = settled.next(nextOffset);
            if (nextOffset >= segments.endOffset()) {
                return null;
            }
            record = record(nextOffset);
        }
        return record;
    }

    /** One record that has not ended; null where it turns out to be lost, which is noted then. */
    private @Nullable StoredRecord record(long offset) {
        try {
            Block block = segments.blockFrom(offset);
            if (block != null && block.contains(offset)) {
                return block.record(offset);
            }
            lose(offset, block == null ? segments.segmentEnd(offset) : block.firstOffset());
        } catch (StorageException e) {
            if (e.kind() != Kind.CORRUPT) {
                throw e;
            }
            repair(offset);
        }
        return null;
    }

    /** What the salvage could not find is noted as lost when it is asked for. */
    private void repair(long offset) {
        segments.abandonTail();
        Segment damaged = segments.segment(offset);
        long end = segments.segmentEnd(offset);
        Segment salvaged = recovery.repair(damaged.file(), damaged.firstOffset(), end);
        segments.replace(damaged, salvaged, settled);
        if (salvaged == null) {
            lose(damaged.firstOffset(), end);
        }
        asideBytes = directory.asideBytes();
    }

    private void lose(long from, long to) {
        Map<Long, HandedOut> gone = handedOut.subMap(from, to);
        long lost = settled.add(from, to);
        segments.recount(from, settled);
        recovery.lose(lost);
        unrecorded.addHandedOut(Settlement.dropped(DropReason.CORRUPT), gone.size());
        unrecorded.addBuffered(Settlement.dropped(DropReason.CORRUPT), lost - gone.size());
        gone.clear();
    }

    private @Nullable StoredMessage decode(StoredRecord record) {
        try {
            return record.decode();
        } catch (StorageException e) {
            LOG.error("partition {}: {}", context.id(), e.getMessage());
            lose(record.offset(), record.offset() + 1);
            return null;
        }
    }

    /** Whether the record on disk is behind. */
    boolean hasUnrecorded() {
        return !unrecorded.isEmpty() || recordedEnd < segments.endOffset();
    }

    /** Whether a file waits for its deletion. */
    boolean hasConsumed() {
        return segments.hasConsumed(keptTailBytes());
    }

    /** Records what has ended, counts it and deletes the files of which nothing is left. */
    void record() {
        try {
            settledStore.write(settled, segments.endOffset(), settings.syncAlways() && !unrecorded.isEmpty());
        } catch (StorageException e) {
            // On a full disk this makes room for the record.
            segments.deleteFirstConsumed();
            throw e;
        }
        recordedEnd = segments.endOffset();
        unrecorded.recorded(counters);
        segments.deleteConsumed(keptTailBytes());
    }

    PartitionSnapshot snapshot(@Nullable String failure) {
        return new PartitionSnapshot(
                segments.messages() - handedOut.size() + unrecorded.buffered(),
                handedOut.size() + unrecorded.handedOut(),
                segments.fileBytes() + settledStore.fileBytes() + asideBytes,
                segments.liveBytes(),
                oldestArrivalMillis,
                failure == null ? recovery.problem() : failure,
                failure != null);
    }

    /** Finds out since when the oldest message waits, for the snapshots that follow. */
    void lookAtOldest() {
        long oldest = settled.low();
        if (oldest >= segments.endOffset()) {
            oldestArrivalMillis = 0;
        } else if (oldest != oldestOffset || oldestArrivalMillis == 0) {
            HandedOut known = handedOut.get(oldest);
            StoredRecord record = known == null ? record(oldest) : null;
            if (known != null) {
                oldestArrivalMillis = known.arrivedAtMillis();
            } else if (record != null) {
                oldestArrivalMillis = record.arrivedAtMillis();
            }
            oldestOffset = oldest;
        }
    }

    /** Records what has ended and closes everything. */
    void close() {
        try {
            if (hasUnrecorded()) {
                record();
            }
        } finally {
            try {
                segments.close();
            } finally {
                release();
            }
        }
    }

    private void release() {
        settledStore.close();
        try {
            lock.close();
        } catch (IOException e) {
            throw StorageFailures.of("cannot unlock", directory.path(), e);
        }
    }
}
