package dev.mqttdq.store;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records that lie one after the other in a segment; the unit of reading. Immutable.
 *
 * <pre>
 * offset  bytes
 *      0      8  magic "mqdqblk" and the layout version, 1
 *      8      8  offset of the first record
 *     16      8  position of the first record: bytes of all records before it since the partition began
 *     24      8  wall clock time of writing, in milliseconds since the epoch
 *     32      4  number of records; 0 in an end mark, whose offset and position are those of the next record
 *     36      4  length of the records that follow, in bytes
 *     40      4  CRC-32C of the 40 bytes before
 *     44         records, each: length of the body (4), CRC-32C of the body (4), body
 * </pre>
 *
 * All numbers are big-endian. The magic and the checksums let a block be found again in a file whose index is lost.
 */
final class Block {

    static final int HEADER_BYTES = 44;
    static final int RECORD_HEADER_BYTES = 8;

    /** The first eight bytes of every block: "mqdqblk", version 1. */
    static final long MAGIC = 0x6d716471626c6b01L;

    private static final Logger LOG = LoggerFactory.getLogger(Block.class);

    private static final int HEADER_CRC_AT = 40;

    private final long firstOffset;
    private final long startPosition;
    private final long writtenAtMillis;
    private final int count;
    private final byte[] records;
    private final int length;
    private int @Nullable [] starts;

    /**
     * @param records not copied; only its first {@code length} bytes are of this block and must not change
     */
    Block(long firstOffset, long startPosition, long writtenAtMillis, int count, byte[] records, int length) {
        this.firstOffset = firstOffset;
        this.startPosition = startPosition;
        this.writtenAtMillis = writtenAtMillis;
        this.count = count;
        this.records = records;
        this.length = length;
    }

    /** The mark behind the last record of a segment. */
    static Block endMark(long offset, long position, long writtenAtMillis) {
        return new Block(offset, position, writtenAtMillis, 0, new byte[0], 0);
    }

    long firstOffset() {
        return firstOffset;
    }

    /** The offset behind the last record. */
    long endOffset() {
        return firstOffset + count;
    }

    long startPosition() {
        return startPosition;
    }

    long endPosition() {
        return startPosition + length;
    }

    long writtenAtMillis() {
        return writtenAtMillis;
    }

    int count() {
        return count;
    }

    /** Bytes in a file. */
    int encodedBytes() {
        return HEADER_BYTES + length;
    }

    boolean contains(long offset) {
        return offset >= firstOffset && offset < endOffset();
    }

    /**
     * The position of a record, or of the end for the offset behind the last.
     *
     * @throws StorageException of kind CORRUPT where the lengths before it make no sense
     */
    long position(long offset) {
        return offset == endOffset() ? endPosition() : startPosition + start(offset);
    }

    /**
     * One record of this block.
     *
     * @throws StorageException of kind CORRUPT where its checksum is wrong
     */
    StoredRecord record(long offset) {
        int start = start(offset);
        ByteBuffer all = ByteBuffer.wrap(records);
        int bodyLength = all.getInt(start);
        int expected = all.getInt(start + 4);
        int body = start + RECORD_HEADER_BYTES;
        int actual = crc(records, body, bodyLength);
        if (actual != expected) {
            throw corrupt("record " + offset + " has checksum " + Integer.toHexString(actual) + " instead of "
                    + Integer.toHexString(expected));
        }
        return new StoredRecord(offset, startPosition + start, records, body, bodyLength);
    }

    /** Adds the records of {@code [from, to)} that are intact and not there yet. */
    void collectIntact(long from, long to, Map<Long, StoredRecord> found) {
        for (long offset = Math.max(from, firstOffset); offset < Math.min(to, endOffset()); offset++) {
            try {
                found.putIfAbsent(offset, record(offset));
            } catch (StorageException e) {
                LOG.debug("left out of the salvage: {}", e.getMessage());
            }
        }
    }

    /** The first bytes of the block as it stands in a file. */
    byte[] header() {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        header.putLong(MAGIC)
                .putLong(firstOffset)
                .putLong(startPosition)
                .putLong(writtenAtMillis)
                .putInt(count)
                .putInt(length);
        header.putInt(crc(header.array(), 0, HEADER_CRC_AT));
        return header.array();
    }

    /** What follows the header in a file: the first {@link #length} bytes of this array, not to be written to. */
    byte[] records() {
        return records;
    }

    int length() {
        return length;
    }

    /**
     * Reads one block, its records included; whether their checksums hold is seen when they are asked for.
     *
     * @throws StorageException of kind CORRUPT where this is no block
     */
    static Block read(ByteBuffer source) {
        Block header = readHeader(source);
        if (header == null || source.remaining() < header.length) {
            throw corrupt("no whole block stands where one should");
        }
        byte[] records = new byte[header.length];
        source.get(records);
        return header.with(records);
    }

    /** Reads the header alone: the records of the result are missing. Null where this is no header of a block. */
    static @Nullable Block readHeader(ByteBuffer source) {
        byte[] header = new byte[HEADER_BYTES];
        if (source.remaining() < HEADER_BYTES) {
            return null;
        }
        source.get(header);
        ByteBuffer fields = ByteBuffer.wrap(header);
        if (fields.getLong() != MAGIC || fields.getInt(HEADER_CRC_AT) != crc(header, 0, HEADER_CRC_AT)) {
            return null;
        }
        return new Block(
                fields.getLong(), fields.getLong(), fields.getLong(), fields.getInt(), new byte[0], fields.getInt());
    }

    private Block with(byte[] newRecords) {
        return new Block(firstOffset, startPosition, writtenAtMillis, count, newRecords, length);
    }

    /** CRC-32C of a part of an array. */
    static int crc(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    private int start(long offset) {
        if (starts == null) {
            starts = findStarts();
        }
        int index = Math.toIntExact(offset - firstOffset);
        if (index >= starts.length) {
            throw corrupt("record " + offset + " lies behind one whose length is wrong");
        }
        return starts[index];
    }

    /** Where each record begins, up to the first whose length makes no sense. */
    private int[] findStarts() {
        int[] found = new int[count];
        ByteBuffer all = ByteBuffer.wrap(records, 0, length);
        int at = 0;
        for (int i = 0; i < count; i++) {
            int bodyLength = at <= length - RECORD_HEADER_BYTES ? all.getInt(at) : -1;
            if (bodyLength < RecordCodec.SMALLEST_BYTES || bodyLength > length - at - RECORD_HEADER_BYTES) {
                return Arrays.copyOf(found, i);
            }
            found[i] = at;
            at += RECORD_HEADER_BYTES + bodyLength;
        }
        return found;
    }

    private static StorageException corrupt(String message) {
        return new StorageException(StorageException.Kind.CORRUPT, message);
    }
}
