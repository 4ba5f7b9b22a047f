package dev.mqttdq.store;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.store.StorageException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A partition's directory and what is known of its messages: which are stored, handed out and ended. Blocks on the disk
 * and throws for it; every change in memory follows the one on disk. Not thread-safe; owned by the partition's thread.
 *
 * <pre>
 * &lt;base_dir&gt;/&lt;bridge&gt;/&lt;index&gt;/
 *   lock                      held while the queue is open
 *   0000000000000000000.seg   {@link Segment}s, named by their first offset
 *   settled.mv                {@link SettledStore}
 *   *.corrupt-&lt;time&gt;          files that could not be read whole, kept for a person to look at
 * </pre>
 */
final class PartitionStore {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionStore.class);

    private static final Pattern SEGMENT = Pattern.compile("(\\d{19})\\.seg");
    private static final long SMALLEST_SEGMENT_BYTES = 128 * 1024;
    /** A partition's segments are at most this part of it, so that its disk use follows its backlog closely. */
    private static final int LEAST_SEGMENTS = 8;
    /** A file that is being written is deleted when it is consumed and larger than this. */
    private static final long KEPT_TAIL_BYTES = 1024 * 1024;

    private final PartitionId id;
    private final Path directory;
    private final String scheme;
    private final InstantSource clock;
    private final QueueCounters counters;
    private final DirectoryLock lock;
    private final SettledStore settledStore;
    private SettledOffsets settled;
    private final Segments segments;
    /** Handed out and not ended, by offset. */
    private final TreeMap<Long, HandedOut> handedOut = new TreeMap<>();
    /** Ended, but not yet recorded on disk. */
    private final Map<Settlement, Long> unrecorded = new HashMap<>();

    private long unrecordedDrops;
    private long nextOffset;
    private long recordedEnd;
    private long oldestOffset;
    private long oldestArrivalMillis;
    private PartitionSettings settings;
    private @Nullable String problem;

    /** What is kept in memory of a message that is handed out. */
    private record HandedOut(int bytes, long arrivedAtMillis) {}

    /**
     * Opens the directory.
     *
     * @throws StorageException of kind LOCKED, FULL or IO; unreadable files do not make it fail
     */
    PartitionStore(
            PartitionId id,
            Path directory,
            String scheme,
            PartitionSettings settings,
            QueueCounters counters,
            InstantSource clock) {
        this.id = id;
        this.directory = directory;
        this.scheme = scheme;
        this.settings = settings;
        this.counters = counters;
        this.clock = clock;
        this.lock = DirectoryLock.acquire(directory);
        this.settledStore = new SettledStore(directory, scheme);
        try {
            SettledStore.State state = readSettled();
            this.settled = state == null ? new SettledOffsets(0) : state.settled();
            this.segments = new Segments(directory, scheme);
            openSegments(state);
            this.nextOffset = settled.low();
        } catch (RuntimeException e) {
            release();
            throw e;
        }
    }

    private SettledStore.@Nullable State readSettled() {
        try {
            return settledStore.read();
        } catch (StorageException e) {
            if (e.kind() != Kind.CORRUPT) {
                throw e;
            }
            keepAside(settledStore.file(), e);
            return null;
        }
    }

    private void openSegments(SettledStore.@Nullable State state) {
        TreeMap<Long, Path> files = segmentFiles();
        if (state == null && !files.isEmpty()) {
            settled.add(0, files.firstKey());
        }
        long end = Math.max(settled.low(), state == null ? 0 : state.endOffset());
        recordedEnd = end;
        for (Map.Entry<Long, Path> file : files.entrySet()) {
            Long next = files.higherKey(file.getKey());
            end = Math.max(end, openSegment(file.getValue(), next == null ? Long.MAX_VALUE : next));
        }
        segments.continueAt(end);
        lose(settled.low(), end);
    }

    private long openSegment(Path file, long limit) {
        try {
            Segment segment = Segment.open(file, scheme);
            segment.cutAt(limit);
            segments.adopt(segment, settled);
            return segment.endOffset();
        } catch (StorageException e) {
            if (e.kind() != Kind.CORRUPT) {
                throw e;
            }
            keepAside(file, e);
            return 0;
        }
    }

    /** Ends what should lie in {@code [from, to)} but is in no segment. */
    private void lose(long from, long to) {
        long lost = 0;
        long at = from;
        for (Segment segment : segments.files()) {
            lost += settled.add(at, segment.firstOffset());
            at = Math.max(at, segment.endOffset());
        }
        lost += settled.add(at, to);
        if (lost > 0) {
            counters.enqueued(lost);
            unrecorded.merge(Settlement.dropped(DropReason.CORRUPT), lost, Long::sum);
            LOG.error("partition {}: {} messages are lost", id, lost);
        }
    }

    private TreeMap<Long, Path> segmentFiles() {
        TreeMap<Long, Path> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(directory)) {
            all.forEach(file -> {
                Matcher name = SEGMENT.matcher(file.getFileName().toString());
                if (name.matches()) {
                    files.put(Long.parseLong(name.group(1)), file);
                }
            });
        } catch (IOException e) {
            throw StorageFailures.of("cannot list", directory, e);
        }
        return files;
    }

    private void keepAside(Path file, StorageException reason) {
        Path aside = file.resolveSibling(file.getFileName() + ".corrupt-" + clock.millis());
        try {
            Files.move(file, aside);
        } catch (IOException e) {
            throw StorageFailures.of("cannot rename", file, e);
        }
        problem = reason.getMessage();
        LOG.error("partition {}: {}; the file is kept as {}", id, reason.getMessage(), aside.getFileName());
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

    /** Stores messages as one group, all or none. */
    void append(List<BridgeMessage> messages) {
        segments.append(messages, clock.millis(), segmentBytes(), settings.syncAlways());
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
        long oldest = settled.next(nextOffset);
        while (segments.diskShare() > settings.maxTotalBytes() && oldest < segments.endOffset() - 1) {
            StoredRecord record = segments.read(oldest);
            settled.add(oldest);
            segments.settle(oldest, record.size());
            dropped++;
            oldest = settled.next(oldest);
        }
        nextOffset = oldest;
        if (dropped > 0) {
            unrecorded.merge(Settlement.dropped(DropReason.OVERFLOW), dropped, Long::sum);
            unrecordedDrops += dropped;
        }
        return dropped;
    }

    /**
     * Adds the next messages to a batch, up to both limits but at least one if there is one; they are handed out then, also
     * those that are in the batch when this throws.
     */
    void handOut(int maxMessages, long maxBytes, List<StoredMessage> batch) {
        long bytes = 0;
        nextOffset = settled.next(nextOffset);
        while (nextOffset < segments.endOffset() && batch.size() < maxMessages) {
            StoredRecord record = segments.read(nextOffset);
            bytes += record.size();
            if (!batch.isEmpty() && bytes > maxBytes) {
                return;
            }
            batch.add(record.decode());
            handedOut.put(nextOffset, new HandedOut(record.size(), record.arrivedAtMillis()));
            nextOffset = settled.next(nextOffset + 1);
        }
    }

    /** Reads a message that is handed out and has not ended; null for any other. */
    @Nullable
    StoredMessage fetch(long offset) {
        return handedOut.containsKey(offset) ? segments.read(offset).decode() : null;
    }

    /** Ends a message that is handed out; does nothing for any other. */
    void settle(long offset, Settlement settlement) {
        HandedOut message = handedOut.remove(offset);
        if (message != null) {
            settled.add(offset);
            segments.settle(offset, message.bytes());
            unrecorded.merge(settlement, 1L, Long::sum);
        }
    }

    /** Makes all that is handed out due again. */
    void rewind() {
        handedOut.clear();
        nextOffset = settled.low();
    }

    /** Whether the record on disk is behind. */
    boolean hasUnrecorded() {
        return !unrecorded.isEmpty() || recordedEnd < segments.endOffset();
    }

    /** Whether a file waits for its deletion. */
    boolean hasConsumed() {
        return segments.hasConsumed(KEPT_TAIL_BYTES);
    }

    /** Records what has ended, counts it and deletes the files of which nothing is left. */
    void record() {
        settledStore.write(settled, segments.endOffset(), settings.syncAlways() && !unrecorded.isEmpty());
        recordedEnd = segments.endOffset();
        unrecorded.forEach(counters::settled);
        unrecorded.clear();
        unrecordedDrops = 0;
        segments.deleteConsumed(KEPT_TAIL_BYTES);
    }

    /** After a failed write: the file is left as it is, the next append begins a new one. */
    void abandonTail() {
        segments.abandonTail();
    }

    PartitionSnapshot snapshot(@Nullable String failure) {
        long unrecordedSettled =
                unrecorded.values().stream().mapToLong(Long::longValue).sum() - unrecordedDrops;
        long notHandedOut = segments.messages() - handedOut.size();
        return new PartitionSnapshot(
                notHandedOut + unrecordedDrops,
                handedOut.size() + unrecordedSettled,
                segments.fileBytes() + settledStore.fileBytes(),
                segments.liveBytes(),
                oldestArrivalMillis,
                failure == null ? problem : failure,
                failure != null);
    }

    /** Finds out since when the oldest message waits, for the snapshots that follow. */
    void lookAtOldest() {
        long oldest = settled.low();
        if (oldest >= segments.endOffset()) {
            oldestArrivalMillis = 0;
        } else if (oldest != oldestOffset || oldestArrivalMillis == 0) {
            HandedOut known = handedOut.get(oldest);
            oldestArrivalMillis = known == null ? segments.read(oldest).arrivedAtMillis() : known.arrivedAtMillis();
            oldestOffset = oldest;
        }
    }

    /** Records what has ended and closes everything. */
    void close() {
        try {
            if (hasUnrecorded()) {
                record();
            }
            segments.close();
        } finally {
            release();
        }
    }

    private void release() {
        settledStore.close();
        try {
            lock.close();
        } catch (IOException e) {
            throw StorageFailures.of("cannot unlock", directory, e);
        }
    }
}
