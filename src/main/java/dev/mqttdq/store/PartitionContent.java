package dev.mqttdq.store;

import dev.mqttdq.store.StorageException.Kind;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The messages of an open partition: which have ended, which are handed out, which is next, and what replaces what. Reads
 * them, and repairs the files where they are damaged. Not thread-safe; owned by the partition's thread.
 */
final class PartitionContent {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionContent.class);

    private final PartitionId id;
    private final PartitionRecovery recovery;
    private final SettledOffsets settled;
    private final Segments segments;
    private final Unrecorded unrecorded;
    private final HandOut handOut;
    private final @Nullable KeyIndex keys;

    /**
     * @param settled what has ended, updated here
     * @param unrecorded where endings are noted that are to be recorded
     * @param keyed whether newer messages replace older ones
     */
    PartitionContent(
            PartitionId id,
            PartitionRecovery recovery,
            SettledOffsets settled,
            Segments segments,
            Unrecorded unrecorded,
            boolean keyed) {
        this.id = id;
        this.recovery = recovery;
        this.settled = settled;
        this.segments = segments;
        this.unrecorded = unrecorded;
        this.handOut = new HandOut(settled);
        this.keys = keyed ? new KeyIndex() : null;
    }

    /** Reads all messages that have not ended, where there are keys to know; of equal ones, all but the last end. */
    void indexKeys() {
        if (keys == null) {
            return;
        }
        for (long offset = settled.low(); offset < segments.endOffset(); offset = settled.next(offset)) {
            StoredRecord record = record(offset);
            if (record != null) {
                replace(record.key(), offset, record.size());
                offset++;
            }
        }
    }

    /** Takes over messages that are stored now; they replace earlier ones. */
    void stored(List<NewRecord> messages, long firstOffset, int[] sizes) {
        for (int i = 0; i < sizes.length; i++) {
            replace(messages.get(i).key(), firstOffset + i, sizes[i]);
        }
    }

    private void replace(@Nullable String key, long offset, int bytes) {
        KeyIndex.Newest before = keys == null || key == null ? null : keys.put(key, offset, bytes);
        if (before != null && !handOut.supersede(before.offset()) && !settled.contains(before.offset())) {
            end(before.offset(), before.bytes(), null);
            unrecorded.addBuffered(Settlement.dropped(DropReason.REPLACED), 1);
        }
    }

    /** How many have not ended. */
    long messages() {
        return segments.messages();
    }

    /** What their records take. */
    long bytes() {
        return segments.liveBytes();
    }

    /** How many are handed out and have not ended. */
    int handedOut() {
        return handOut.size();
    }

    /** What is known of a message that is handed out and has not ended; null for any other. */
    HandOut.@Nullable Held handedOut(long offset) {
        return handOut.get(offset);
    }

    /** The first record that is not handed out and has not ended; null where there is none. */
    @Nullable
    StoredRecord next() {
        return first(handOut::oldest);
    }

    /** The record that is to be handed out before all others; null where there is none. */
    @Nullable
    StoredRecord due() {
        return first(() -> handOut.due(segments.endOffset()));
    }

    private @Nullable StoredRecord first(LongSupplier offsets) {
        StoredRecord record = null;
        while (record == null) {
            long offset = offsets.getAsLong();
            if (offset >= segments.endOffset()) {
                return null;
            }
            record = record(offset);
        }
        return record;
    }

    /** Hands out what {@link #due} told; null where it cannot be understood, so that it is lost. */
    @Nullable
    StoredMessage handOut(StoredRecord due) {
        StoredMessage message = decode(due);
        if (message != null) {
            handOut.give(due);
        }
        return message;
    }

    /** Ends a message that is not handed out. */
    void drop(StoredRecord record, DropReason reason) {
        end(record.offset(), record.size(), record.key());
        unrecorded.addBuffered(Settlement.dropped(reason), 1);
    }

    /** Reads a message that is handed out and has not ended; null for any other. */
    @Nullable
    StoredMessage fetch(long offset) {
        StoredRecord record = null;
        // Again after a repair, which may have saved this one; what it has not is no longer handed out.
        while (record == null && handOut.get(offset) != null) {
            record = record(offset);
        }
        return record == null ? null : decode(record);
    }

    /** Ends a message that is handed out; does nothing for any other. */
    void settle(long offset, Settlement settlement) {
        HandOut.Held message = handOut.end(offset);
        if (message != null) {
            end(offset, message.bytes(), message.key());
            unrecorded.addHandedOut(settlement, 1);
        }
    }

    /** Makes a message that is handed out due again, unless a newer one has its key. */
    void release(long offset, DueAgain when) {
        HandOut.Held message = handOut.get(offset);
        if (message != null && message.superseded()) {
            settle(offset, Settlement.dropped(DropReason.REPLACED));
        } else if (message != null) {
            handOut.release(offset, when);
        }
    }

    /** Makes all that is handed out due again, but for what a newer one replaces. */
    void rewind() {
        handOut.superseded().forEach(offset -> release(offset, DueAgain.IN_ITS_PLACE));
        handOut.rewind();
    }

    /** One record that has not ended; null where it turns out to be lost, or in need of a repair, which is done then. */
    @Nullable
    StoredRecord record(long offset) {
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
    }

    private @Nullable StoredMessage decode(StoredRecord record) {
        try {
            return record.decode();
        } catch (StorageException e) {
            LOG.error("partition {}: {}", id, e.getMessage());
            lose(record.offset(), record.offset() + 1);
            return null;
        }
    }

    private void lose(long from, long to) {
        long lost = settled.add(from, to);
        int gone = handOut.end(from, to);
        if (keys != null) {
            keys.remove(from, to);
        }
        segments.recount(from, settled);
        recovery.lose(lost);
        unrecorded.addHandedOut(Settlement.dropped(DropReason.CORRUPT), gone);
        unrecorded.addBuffered(Settlement.dropped(DropReason.CORRUPT), lost - gone);
    }

    private void end(long offset, int bytes, @Nullable String key) {
        settled.add(offset);
        segments.settle(offset, bytes);
        if (keys != null) {
            keys.remove(key, offset);
        }
    }
}
