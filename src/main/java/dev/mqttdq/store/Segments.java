package dev.mqttdq.store;

import dev.mqttdq.store.CompactionPlan.Fill;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The segment files of a partition in order: appends to the last, reads from all, deletes those of which nothing is left.
 * Not thread-safe; owned by the partition's thread.
 */
final class Segments {

    /**
     * A block of so many bytes is full: what follows begins a new one. Smaller ones waste more of the file, larger ones are
     * written more often before they are full.
     */
    static final int FULL_BLOCK_BYTES = 48 * 1024;

    /** What a group takes beside its records, at most. */
    private static final int OVERHEAD_BYTES = 128 * 1024;

    /** So many files that are only read are open at a time. */
    private static final int OPEN_READERS = 2;

    private final PartitionDirectory directory;
    private final TreeMap<Long, Tally> tallies = new TreeMap<>();
    private final Deque<Segment> readers = new ArrayDeque<>();
    private long endOffset;
    private @Nullable Segment tail;
    private @Nullable BlockBuilder open;
    private @Nullable Block lastRead;
    /** Files whose place another has taken, to be deleted. */
    private final List<Segment> replaced = new ArrayList<>();

    Segments(PartitionDirectory directory) {
        this.directory = directory;
    }

    /** Takes over a segment found on disk. */
    void adopt(Segment segment, SettledOffsets settled) {
        Tally tally = new Tally(segment);
        tally.count(settled);
        segment.close();
        tallies.put(segment.firstOffset(), tally);
    }

    /** Puts another file in the place of a segment, or nothing. */
    void replace(Segment segment, @Nullable Segment replacement, SettledOffsets settled) {
        tallies.remove(segment.firstOffset());
        forget(segment);
        if (replacement != null) {
            adopt(replacement, settled);
        }
    }

    /** What is left of each segment that is not written to any more, in order. */
    @SuppressWarnings("ReferenceEquality") // a segment is itself
    List<Fill> fills() {
        List<Fill> fills = new ArrayList<>();
        for (Tally tally : tallies.values()) {
            if (tally.segment() != tail) {
                fills.add(tally.fill(segmentEnd(tally.segment().firstOffset())));
            }
        }
        return fills;
    }

    /** Ends the file that is being written where it is larger than this and hardly anything of it is left. */
    void sealSparseTail(long bytes) {
        if (tail != null
                && tail.fileBytes() > bytes
                && tally(tail.firstOffset()).fill(endOffset).isNearlyEmpty()) {
            sealTail();
        }
    }

    /**
     * Puts one segment in the place of all of {@code [from, to)}, none of which is written to any more. All of them that it
     * lacks must be recorded as ended, and forced to the device.
     */
    void replace(long from, long to, Segment rewritten, SettledOffsets settled) {
        Tally tally = new Tally(rewritten);
        tally.count(settled);
        // From here on the others are forgotten, whether they are deleted or not.
        rewritten.moveTo(directory.segment(from, to));
        Map<Long, Tally> old = tallies.subMap(from, to);
        for (Tally gone : old.values()) {
            forget(gone.segment());
            gone.segment().close();
            if (!gone.segment().file().equals(rewritten.file())) {
                replaced.add(gone.segment());
            }
        }
        old.clear();
        tallies.put(from, tally);
        deleteReplaced();
    }

    /** Deletes the files that others have taken the place of, once that cannot be undone. */
    private void deleteReplaced() {
        if (!replaced.isEmpty()) {
            directory.sync();
            replaced.forEach(Segment::delete);
            replaced.clear();
        }
    }

    /** Counts anew what has not ended in the segment of this offset, if there is one. */
    void recount(long offset, SettledOffsets settled) {
        Map.Entry<Long, Tally> entry = tallies.floorEntry(offset);
        if (entry != null) {
            entry.getValue().count(settled);
        }
    }

    /** The segment that holds this offset. */
    Segment segment(long offset) {
        return tally(offset).segment();
    }

    /** The offset behind the last that the segment of this one may hold. */
    long segmentEnd(long offset) {
        Long next = tallies.higherKey(offset);
        return next == null ? endOffset : next;
    }

    /** Appending goes on with this offset. */
    void continueAt(long offset) {
        endOffset = offset;
    }

    /** The messages that have not ended. */
    long messages() {
        return tallies.values().stream().mapToLong(Tally::messages).sum();
    }

    /** The offset of the next message to append. */
    long endOffset() {
        return endOffset;
    }

    /** Bytes of the records that have not ended. */
    long liveBytes() {
        return tallies.values().stream().mapToLong(Tally::bytes).sum();
    }

    /** Bytes of all files. */
    long fileBytes() {
        return tallies.values().stream()
                .mapToLong(tally -> tally.segment().fileBytes())
                .sum();
    }

    /** Bytes of all files but for the shares of what has ended. */
    long diskShare() {
        return tallies.values().stream().mapToLong(Tally::diskShare).sum();
    }

    /**
     * Appends messages as one group: all of them are stored when this returns, none when it throws.
     *
     * @param segmentBytes how large a file may become
     * @param sync whether to force them to the device
     * @return what the record of each takes, in bytes
     */
    int[] append(List<NewRecord> messages, long now, long segmentBytes, boolean sync) {
        long bytes = messages.stream().mapToLong(NewRecord::bound).sum();
        int[] sizes = new int[messages.size()];
        try {
            directory.requireRoom(bytes + OVERHEAD_BYTES);
            Segment target = writable(bytes, segmentBytes, sync);
            long before = target.endPosition();
            Block last = put(target, messages, bytes, now, sizes);
            target.commit(sync, last);
            Tally tally = tally(target.firstOffset());
            tally.add(messages.size(), target.endPosition() - before);
            endOffset = target.endOffset();
            return sizes;
        } catch (RuntimeException | OutOfMemoryError e) {
            abandonTail(e);
            throw e;
        }
    }

    private void abandonTail(Throwable failure) {
        try {
            abandonTail();
        } catch (StorageException e) {
            failure.addSuppressed(e);
        }
    }

    private Block put(Segment target, List<NewRecord> messages, long bytes, long now, int[] sizes) {
        long left = bytes;
        BlockBuilder builder = open == null ? new BlockBuilder(endOffset, target.endPosition()) : open;
        for (int i = 0; i < sizes.length; i++) {
            NewRecord message = messages.get(i);
            // What is left of a group gets a block of its own only where it fills it: a part of it would be written
            // twice.
            if (builder.length() >= FULL_BLOCK_BYTES && left >= FULL_BLOCK_BYTES) {
                target.put(builder.build(now));
                builder = new BlockBuilder(builder.endOffset(), builder.endPosition());
            }
            sizes[i] = builder.add(message);
            left -= message.bound();
        }
        Block last = builder.build(now);
        target.put(last);
        open = builder.length() >= FULL_BLOCK_BYTES ? null : builder;
        return last;
    }

    private Segment writable(long bytes, long segmentBytes, boolean sync) {
        if (tail != null && tail.endOffset() > tail.firstOffset() && tail.fileBytes() + bytes > segmentBytes) {
            sealTail();
        }
        if (tail == null) {
            long position = tallies.isEmpty()
                    ? 0
                    : tallies.lastEntry().getValue().segment().endPosition();
            Segment created = Segment.create(directory.segment(endOffset), directory.medium(), endOffset, position);
            tail = created;
            tallies.put(endOffset, new Tally(created));
            if (sync) {
                created.sync();
                directory.sync();
            }
        }
        return tail;
    }

    private void sealTail() {
        Segment full = tail;
        tail = null;
        open = null;
        if (full != null) {
            full.seal();
        }
    }

    /** Leaves the last file as it is committed; what comes next begins a new one. */
    void abandonTail() {
        Segment abandoned = tail;
        tail = null;
        open = null;
        lastRead = null;
        if (abandoned == null) {
            return;
        }
        abandoned.abandon();
        if (abandoned.endOffset() == abandoned.firstOffset()) {
            tallies.remove(abandoned.firstOffset());
            abandoned.delete();
        }
    }

    /** The block that holds an offset, or else the next one of its segment; null where there is neither. */
    @Nullable
    Block blockFrom(long offset) {
        Block block = lastRead;
        if (block == null || !block.contains(offset)) {
            Segment segment = tally(offset).segment();
            rememberReader(segment);
            block = segment.blockFrom(offset);
            lastRead = block;
        }
        return block;
    }

    @SuppressWarnings("ReferenceEquality") // a segment is itself
    private void rememberReader(Segment segment) {
        if (segment == tail || segment == readers.peekLast()) {
            return;
        }
        readers.remove(segment);
        readers.addLast(segment);
        if (readers.size() > OPEN_READERS) {
            readers.removeFirst().close();
        }
    }

    /** Notes that a message of so many bytes has ended. */
    void settle(long offset, int bytes) {
        tally(offset).end(bytes);
    }

    /** Whether there is a file to delete. */
    boolean hasConsumed(long keptTailBytes) {
        return tallies.values().stream().anyMatch(tally -> isConsumed(tally, keptTailBytes));
    }

    /** Deletes the files of which nothing is left; the one being written only when it is larger than this. */
    void deleteConsumed(long keptTailBytes) {
        deleteReplaced();
        for (Iterator<Tally> each = tallies.values().iterator(); each.hasNext(); ) {
            Tally tally = each.next();
            if (isConsumed(tally, keptTailBytes)) {
                each.remove();
                forget(tally.segment());
                tally.segment().delete();
            }
        }
    }

    /** Deletes the first files, of which nothing is left, but never the last: its name tells where the partition goes on. */
    void deleteFirstConsumed() {
        while (tallies.size() > 1 && tallies.firstEntry().getValue().messages() == 0) {
            Segment first = tallies.firstEntry().getValue().segment();
            tallies.pollFirstEntry();
            forget(first);
            first.delete();
        }
    }

    @SuppressWarnings("ReferenceEquality") // a segment is itself
    private boolean isConsumed(Tally tally, long keptTailBytes) {
        return tally.messages() == 0
                && (tally.segment() != tail || tally.segment().fileBytes() > keptTailBytes);
    }

    @SuppressWarnings("ReferenceEquality") // a segment is itself
    private void forget(Segment segment) {
        readers.remove(segment);
        lastRead = null;
        if (segment == tail) {
            tail = null;
            open = null;
        }
    }

    /** Closes all files; the one being written gets its final form. */
    void close() {
        try {
            sealTail();
        } finally {
            tallies.values().forEach(tally -> tally.segment().close());
        }
    }

    private Tally tally(long offset) {
        Map.Entry<Long, Tally> entry = tallies.floorEntry(offset);
        if (entry == null) {
            throw new IllegalStateException("no segment holds offset " + offset);
        }
        return entry.getValue();
    }
}
