package dev.mqttdq.store;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Collects records of consecutive offsets. Blocks built of it share its array, which only ever grows at the end, so a
 * later and longer block leaves the earlier ones intact.
 */
final class BlockBuilder {

    private static final int SMALLEST_ARRAY = 4 * 1024;

    private final long firstOffset;
    private final long startPosition;
    private byte[] records = new byte[0];
    private int length;
    private int count;

    BlockBuilder(long firstOffset, long startPosition) {
        this.firstOffset = firstOffset;
        this.startPosition = startPosition;
    }

    /** Bytes of records so far. */
    int length() {
        return length;
    }

    /** The offset of the record to add next. */
    long endOffset() {
        return firstOffset + count;
    }

    /** The position of the record to add next. */
    long endPosition() {
        return startPosition + length;
    }

    /** Appends a record and tells what it takes. */
    int add(NewRecord record) {
        ensureRoom(Block.RECORD_HEADER_BYTES + record.bound());
        ByteBuffer target = ByteBuffer.wrap(records);
        int body = length + Block.RECORD_HEADER_BYTES;
        RecordCodec.encode(record.message(), record.key(), target.position(body));
        int bodyLength = target.position() - body;
        target.putInt(length, bodyLength).putInt(length + 4, Block.crc(records, body, bodyLength));
        length = body + bodyLength;
        count++;
        return Block.RECORD_HEADER_BYTES + bodyLength;
    }

    /** Appends a record as it stands. */
    void add(StoredRecord record) {
        ensureRoom(record.size());
        System.arraycopy(record.bytes(), record.from() - Block.RECORD_HEADER_BYTES, records, length, record.size());
        length += record.size();
        count++;
    }

    Block build(long writtenAtMillis) {
        return new Block(firstOffset, startPosition, writtenAtMillis, count, records, length);
    }

    private void ensureRoom(long bytes) {
        if (records.length - length < bytes) {
            int needed = Math.toIntExact(length + bytes);
            long roomy = Math.max(SMALLEST_ARRAY, 2L * length);
            records = Arrays.copyOf(records, (int) Math.max(needed, Math.min(roomy, Integer.MAX_VALUE / 2)));
        }
    }
}
