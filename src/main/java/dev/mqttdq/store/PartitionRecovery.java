package dev.mqttdq.store;

import dev.mqttdq.store.StorageException.Kind;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes sense of the files of a partition: what is readable is taken over, what is damaged is salvaged and kept aside, what
 * is missing is told. Reads the first and the last entry of each segment, and no others unless one is damaged.
 *
 * <p>What ought to be there is known from the names of the files, each of which is an offset, and from the end that
 * {@link SettledStore} recorded last. Messages after that, in a last file that is cut so cleanly that nothing of the cut is
 * to be seen, are missing without being missed.
 */
final class PartitionRecovery {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionRecovery.class);

    private final PartitionDirectory directory;
    private final InstantSource clock;
    private boolean settledKnown = true;
    private long lost;
    private long asideBytes;
    private @Nullable String problem;

    PartitionRecovery(PartitionDirectory directory, InstantSource clock) {
        this.directory = directory;
        this.clock = clock;
    }

    /** Bytes of the files kept aside. */
    long asideBytes() {
        return asideBytes;
    }

    /** How many messages were found to be missing so far. */
    long lost() {
        return lost;
    }

    /** What was wrong; null for nothing. */
    @Nullable
    String problem() {
        return lost == 0 ? problem : lost + " messages are lost" + (problem == null ? "" : ": " + problem);
    }

    /** What ended, as recorded; null where nothing was, or the record is damaged. */
    SettledStore.@Nullable State settled(SettledStore store) {
        try {
            SettledStore.State state = store.read();
            settledKnown = state != null;
            return state;
        } catch (StorageException e) {
            if (e.kind() != Kind.CORRUPT) {
                throw e;
            }
            Path aside = directory.keepAside(store.file(), clock.millis());
            settledKnown = false;
            report(e.getMessage() + "; messages that ended may be sent again", aside);
            return null;
        }
    }

    /**
     * Opens all segments.
     *
     * @param settled what has ended; what is missing is added to it
     * @param recordedEnd an offset that the partition had reached
     */
    Segments segments(SettledOffsets settled, long recordedEnd) {
        Segments segments = new Segments(directory);
        asideBytes = directory.asideBytes();
        NavigableMap<Long, SegmentFile> files = directory.segments();
        if (!files.isEmpty()) {
            passOver(settled, settled.low(), files.firstKey());
        }
        long end = settled.low();
        for (Map.Entry<Long, SegmentFile> file : files.entrySet()) {
            Long next = files.higherKey(file.getKey());
            miss(settled, end, file.getKey());
            end = open(file.getValue(), next, recordedEnd, settled, segments);
        }
        miss(settled, end, recordedEnd);
        segments.continueAt(Math.max(end, recordedEnd));
        return segments;
    }

    /** Files of which nothing is left go before the record of it is written where the disk is too full for that. */
    private void passOver(SettledOffsets settled, long from, long to) {
        long passed = settled.add(from, to);
        if (passed > 0) {
            LOG.info("{} messages of {} ended without a record of it", passed, directory.path());
        }
    }

    /** What is in no file is lost, unless nothing tells whether it had ended. */
    private void miss(SettledOffsets settled, long from, long to) {
        if (settledKnown) {
            lose(settled.add(from, to));
        } else {
            passOver(settled, from, to);
        }
    }

    private long open(
            SegmentFile named, @Nullable Long next, long recordedEnd, SettledOffsets settled, Segments segments) {
        Path file = named.path();
        long first = named.firstOffset();
        long limit = next == null ? Long.MAX_VALUE : next;
        long expected = next == null ? Math.max(first, recordedEnd) : next;
        Segment segment = openOrNull(named, limit, settled);
        if (segment == null || (!segment.isCutShort() && isIncomplete(segment, expected, settled))) {
            segment = repair(named, limit, settled);
        } else if (segment.isEmpty()) {
            segment = clean(file, first, limit, expected, settled);
            passOverGaps(named, segment, settled);
        }
        if (segment != null && !adoptIfSound(segment, settled, segments)) {
            segment = repair(named, limit, settled);
            if (segment != null) {
                adopt(segment, settled, segments);
            }
        }
        if (segment == null) {
            miss(settled, first, named.coversTo());
            return named.coversTo();
        }
        miss(settled, segment.endOffset(), named.coversTo());
        return Math.max(segment.endOffset(), named.coversTo());
    }

    private void adopt(Segment segment, SettledOffsets settled, Segments segments) {
        miss(settled, segment.firstOffset(), segment.presentFrom());
        segments.adopt(segment, settled);
    }

    /** Adds a segment to the others; false where it turns out to be damaged. */
    private boolean adoptIfSound(Segment segment, SettledOffsets settled, Segments segments) {
        try {
            adopt(segment, settled, segments);
            return true;
        } catch (StorageException e) {
            segment.close();
            warnIfCorrupt(e);
            return false;
        }
    }

    private @Nullable Segment repair(SegmentFile named, long limit, SettledOffsets settled) {
        Segment segment = repair(named.path(), named.firstOffset(), limit);
        passOverGaps(named, segment, settled);
        return segment;
    }

    private static void warnIfCorrupt(StorageException e) {
        if (e.kind() != Kind.CORRUPT) {
            throw e;
        }
        LOG.warn("{}", e.getMessage());
    }

    private boolean isIncomplete(Segment segment, long expected, SettledOffsets settled) {
        return isMissing(segment.firstOffset(), segment.presentFrom(), settled)
                || isMissing(segment.endOffset(), expected, settled);
    }

    private boolean isMissing(long from, long to, SettledOffsets settled) {
        return settledKnown && from < to && settled.count(from, to) < to - from;
    }

    /** What is missing inside of a file that holds what was left of others had ended, as far as anybody can tell. */
    private void passOverGaps(SegmentFile named, @Nullable Segment segment, SettledOffsets settled) {
        if (named.isRewritten() && segment != null && !settledKnown) {
            segment.passOverGaps(settled);
            segment.close();
        }
    }

    private @Nullable Segment openOrNull(SegmentFile named, long limit, SettledOffsets settled) {
        try {
            Segment segment = Segment.open(named.path(), directory.medium(), named.firstOffset());
            segment.cutAt(limit);
            passOverGaps(named, segment, settled);
            return segment;
        } catch (StorageException e) {
            warnIfCorrupt(e);
            return null;
        }
    }

    /**
     * Saves what can be read of a damaged segment and keeps the file aside.
     *
     * @return the segment that is in its place now, closed; null where nothing could be read
     */
    @Nullable
    Segment repair(Path file, long first, long limit) {
        return replace(file, first, salvage(file, first, limit));
    }

    /**
     * A crash while a group is written can leave a file without an index, or with an old one. That is no damage, unless
     * something is missing of what was written before.
     */
    private @Nullable Segment clean(Path file, long first, long limit, long expected, SettledOffsets settled) {
        boolean salvaged = salvage(file, first, limit);
        boolean incomplete = salvaged
                ? isIncomplete(Segment.open(directory.salvaged(file), directory.medium(), first), expected, settled)
                : isMissing(first, expected, settled);
        if (incomplete) {
            return replace(file, first, salvaged);
        }
        PartitionDirectory.delete(file);
        if (!salvaged) {
            return null;
        }
        directory.finishSalvage(file);
        LOG.warn("the last write to {} was cut short", file);
        return Segment.open(file, directory.medium(), first);
    }

    private boolean salvage(Path file, long first, long limit) {
        return SegmentSalvage.salvage(file, directory.salvaged(file), directory.medium(), first, limit);
    }

    private @Nullable Segment replace(Path file, long first, boolean salvaged) {
        Path aside = directory.keepAside(file, clock.millis());
        report("segment " + file + " was damaged", aside);
        return salvaged ? Segment.open(file, directory.medium(), first) : null;
    }

    /** Notes that messages are missing. */
    void lose(long count) {
        if (count > 0) {
            lost += count;
            LOG.error("{} messages of {} are lost", count, directory.path());
        }
    }

    private void report(String what, Path aside) {
        asideBytes = directory.asideBytes();
        problem = what + "; the file is kept as " + aside.getFileName();
        LOG.error("{}", problem);
    }
}
