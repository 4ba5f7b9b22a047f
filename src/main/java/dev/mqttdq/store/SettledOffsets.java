package dev.mqttdq.store;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which offsets of a partition have ended: all below a low-water mark, and ranges above it. The mark never passes an
 * offset that has not ended. Not thread-safe.
 *
 * <pre>
 *  1  layout version, 1
 *  8  low-water mark
 *  4  number of ranges, each: first offset (8), offset behind the last (8)
 * </pre>
 */
final class SettledOffsets {

    private static final byte VERSION = 1;
    private static final int HEADER_BYTES = 13;
    private static final int RANGE_BYTES = 16;

    private long low;
    /** First offset to the offset behind the last; apart from each other and above {@link #low}. */
    private final TreeMap<Long, Long> ranges = new TreeMap<>();

    SettledOffsets(long low) {
        this.low = low;
    }

    /** The lowest offset that has not ended. */
    long low() {
        return low;
    }

    boolean contains(long offset) {
        return offset < low || next(offset) != offset;
    }

    /** The lowest offset that has not ended, from this one on. */
    long next(long offset) {
        if (offset < low) {
            return low;
        }
        Map.Entry<Long, Long> range = ranges.floorEntry(offset);
        return range == null || range.getValue() <= offset ? offset : range.getValue();
    }

    /** The lowest offset above this one that has ended; {@link Long#MAX_VALUE} where there is none. */
    long nextSettled(long offset) {
        Long range = ranges.higherKey(offset);
        return range == null ? Long.MAX_VALUE : range;
    }

    /** How many of {@code [from, to)} have ended. */
    long count(long from, long to) {
        long count = 0;
        for (long offset = from; offset < to; ) {
            long open = next(offset);
            count += Math.min(open, to) - offset;
            offset = nextSettled(open);
        }
        return count;
    }

    /** Adds one; false where it had ended before. */
    boolean add(long offset) {
        return add(offset, offset + 1) == 1;
    }

    /** Adds {@code [from, to)} and tells how many of them had not ended before. */
    long add(long from, long to) {
        long first = Math.max(from, low);
        if (first >= to) {
            return 0;
        }
        long added = to - first - count(first, to);
        merge(first, to);
        return added;
    }

    private void merge(long from, long to) {
        long start = from;
        long end = to;
        Map.Entry<Long, Long> before = ranges.floorEntry(from);
        if (before != null && before.getValue() >= from) {
            start = before.getKey();
            end = Math.max(end, before.getValue());
        }
        for (Map.Entry<Long, Long> next = ranges.ceilingEntry(start);
                next != null && next.getKey() <= end;
                next = ranges.ceilingEntry(start)) {
            end = Math.max(end, next.getValue());
            ranges.remove(next.getKey());
        }
        if (start <= low) {
            low = end;
        } else {
            ranges.put(start, end);
        }
    }

    /** How long {@link #encode} makes it. */
    int encodedBytes() {
        return HEADER_BYTES + ranges.size() * RANGE_BYTES;
    }

    byte[] encode() {
        ByteBuffer target = ByteBuffer.allocate(encodedBytes());
        target.put(VERSION).putLong(low).putInt(ranges.size());
        ranges.forEach((start, end) -> target.putLong(start).putLong(end));
        return target.array();
    }

    /** @throws StorageException of kind CORRUPT where the bytes make no sense */
    static SettledOffsets decode(byte[] encoded) {
        ByteBuffer source = ByteBuffer.wrap(encoded);
        try {
            byte version = source.get();
            if (version != VERSION) {
                throw new StorageException(StorageException.Kind.CORRUPT, "layout " + version + " is not known");
            }
            SettledOffsets settled = new SettledOffsets(source.getLong());
            for (int left = source.getInt(); left > 0; left--) {
                settled.add(source.getLong(), source.getLong());
            }
            return settled;
        } catch (BufferUnderflowException e) {
            throw new StorageException(StorageException.Kind.CORRUPT, encoded.length + " bytes are too few", e);
        }
    }
}
