package dev.mqttdq.store;

import dev.mqttdq.store.CompactionPlan.Fill;
import dev.mqttdq.store.PartitionSettings.Use;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a partition's messages: which are stored, handed out and ended. Blocks on the disk and throws for it;
 * memory follows the disk: nothing changes here where a write has failed. Not thread-safe; owned by the partition's thread.
 */
final class PartitionStore {

    private static final long SMALLEST_SEGMENT_BYTES = 128 * 1024;
    /** A segment is at most this part of a partition, so that its disk use follows its backlog closely. */
    private static final int LEAST_SEGMENTS = 8;
    /** A file that is being written is deleted when it is consumed and larger than this, or half a segment. */
    private static final long KEPT_TAIL_BYTES = 1024 * 1024;
    /** So much is rewritten at once, while appends wait. */
    private static final long COMPACTED_BYTES = 8L * 1024 * 1024;

    private static final Duration RECORD_DELAY = Duration.ofMillis(50);
    /** For where nothing has ended and the partition has only grown. */
    private static final Duration RECORD_END_DELAY = Duration.ofSeconds(1);

    private static final int RECORD_BYTES_PER_DELAY = 64 * 1024;

    private final PartitionContext context;
    private final PartitionDirectory directory;
    private final QueueCounters counters;
    private final DirectoryLock lock;
    private final PartitionRecovery recovery;
    private final SettledStore settledStore;
    private final SettledOffsets settled;
    private final Segments segments;
    private final Unrecorded unrecorded = new Unrecorded();
    private final PartitionContent content;
    private final LimitKeeper limits;
    private final boolean compacted;
    private long recordedEnd;
    private boolean compactionDue;
    private long oldestOffset;
    private long oldestArrivalMillis;
    private PartitionSettings settings;

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
            long lost = recovery.lost();
            unrecorded.addBuffered(Settlement.dropped(DropReason.CORRUPT), lost);
            long found = segments.messages() + lost;
            boolean keyed = settings.use() == Use.LAST_VALUE_QUEUE;
            this.content = new PartitionContent(context.id(), recovery, settled, segments, unrecorded, keyed);
            this.compacted = settings.use() != Use.BRIDGE;
            this.compactionDue = compacted;
            this.limits = new LimitKeeper(content, context.clock(), settings.limits());
            content.indexKeys();
            if (countFound) {
                counters.enqueued(found);
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            unlock();
            throw e;
        }
    }

    private long firstOnDisk() {
        NavigableMap<Long, SegmentFile> files = directory.segments();
        return files.isEmpty() ? 0 : files.firstKey();
    }

    /** New limits. */
    void reconfigure(PartitionSettings newSettings) {
        settings = newSettings;
        limits.obey(newSettings.limits());
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
    void append(List<NewRecord> messages) {
        long first = segments.endOffset();
        int[] sizes = segments.append(messages, context.clock().millis(), segmentBytes(), settings.syncAlways());
        counters.enqueued(messages.size());
        content.stored(messages, first, sizes);
        messages.forEach(stored -> limits.noteDue(stored.message().arrivedAtMillis()));
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
            StoredRecord oldest = content.next();
            if (oldest == null || oldest.offset() == segments.endOffset() - 1) {
                break;
            }
            content.drop(oldest, DropReason.OVERFLOW);
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
            StoredRecord record = content.due();
            if (record == null || (!batch.isEmpty() && bytes + record.size() > maxBytes)) {
                return;
            }
            if (limits.isTooOld(record.arrivedAtMillis())) {
                // This one need not be among the oldest, of which some are dropped before the next hand-out.
                content.drop(record, DropReason.RETENTION);
                limits.noteDue(record.arrivedAtMillis());
                return;
            }
            StoredMessage message = content.handOut(record);
            if (message != null) {
                batch.add(message);
                bytes += record.size();
            }
        }
    }

    /** Reads a message that is handed out and has not ended; null for any other. */
    @Nullable
    StoredMessage fetch(long offset) {
        return content.fetch(offset);
    }

    /** Ends a message that is handed out; does nothing for any other. */
    void settle(long offset, Settlement settlement) {
        content.settle(offset, settlement);
    }

    /** Makes a message that is handed out due again, or ends it where it is outdated; does nothing for any other. */
    void release(long offset, DueAgain when) {
        HandOut.Held message = content.handedOut(offset);
        if (message == null) {
            return;
        }
        if (limits.isTooOld(message.arrivedAtMillis())) {
            content.settle(offset, Settlement.dropped(DropReason.RETENTION));
        } else {
            content.release(offset, when);
            limits.noteDue(message.arrivedAtMillis());
        }
    }

    /** Makes all that is handed out due again, but for what is outdated. */
    void rewind() {
        content.rewind();
        limits.obey(settings.limits());
    }

    /** Drops some of what the limits of a queue allow no longer. */
    void keepLimits() {
        limits.step();
    }

    /** How long until limits are to be kept again, in nanoseconds; {@link Long#MAX_VALUE} for never. */
    long limitsWaitNanos() {
        return limits.waitNanos();
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
        record(settings.syncAlways());
    }

    private void record(boolean sync) {
        try {
            settledStore.write(settled, segments.endOffset(), sync);
        } catch (StorageException e) {
            // On a full disk this makes room for the record.
            segments.deleteFirstConsumed();
            throw e;
        }
        recordedEnd = segments.endOffset();
        unrecorded.recorded(counters);
        if (sync && hasConsumed()) {
            // Else a power failure could bring the record of before back, but not the files.
            directory.sync();
        }
        segments.deleteConsumed(keptTailBytes());
        compactionDue = compacted;
    }

    /** How long what is to be recorded may wait, so that recording never takes more than a small part of the time. */
    long recordDelayNanos() {
        boolean onlyTheEnd = unrecorded.isEmpty() && recordedEnd < segments.endOffset();
        Duration delay = onlyTheEnd ? RECORD_END_DELAY : RECORD_DELAY;
        return delay.multipliedBy(1 + settled.encodedBytes() / RECORD_BYTES_PER_DELAY)
                .toNanos();
    }

    /** Whether {@link #compact} may have something to do. */
    boolean isCompactionDue() {
        return compactionDue;
    }

    /** Rewrites some of what is left of segments of which little is left; false where nothing has changed since the last time. */
    boolean compact() {
        if (!compactionDue) {
            return false;
        }
        segments.sealSparseTail(segmentBytes() / 4);
        Fill sparse = CompactionPlan.choose(segments.fills(), Math.min(COMPACTED_BYTES, directory.roomToCompact()));
        if (sparse == null) {
            compactionDue = false;
        } else {
            rewrite(sparse.from(), sparse.to(), sparse.rewrittenFileBytes());
        }
        return true;
    }

    private void rewrite(long from, long to, long bytes) {
        directory.requireRoomToCompact(bytes);
        Segment rewritten = SegmentRewrite.write(
                directory.rewriting(from, to),
                directory.medium(),
                from,
                to,
                settled,
                content::record,
                context.clock().millis());
        if (rewritten != null) {
            // What the new file lacks must never be missed.
            record(true);
            segments.replace(from, to, rewritten, settled);
        }
    }

    PartitionSnapshot snapshot(@Nullable String failure) {
        return new PartitionSnapshot(
                content.messages() - content.handedOut() + unrecorded.buffered(),
                content.handedOut() + unrecorded.handedOut(),
                content.messages(),
                content.handedOut(),
                segments.fileBytes() + settledStore.fileBytes() + recovery.asideBytes(),
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
            HandOut.Held known = content.handedOut(oldest);
            StoredRecord record = known == null ? content.record(oldest) : null;
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
                unlock();
            }
        }
    }

    private void unlock() {
        try {
            lock.close();
        } catch (IOException e) {
            throw StorageFailures.of("cannot unlock", directory.path(), e);
        }
    }
}
