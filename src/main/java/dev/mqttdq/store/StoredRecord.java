package dev.mqttdq.store;

import org.jspecify.annotations.Nullable;

/**
 * One record as read from a block, its checksum verified; decoded only when asked.
 *
 * @param position bytes of all records before it since the partition began
 * @param bytes shared with the block: not to be written to
 * @param from where the record's body begins
 * @param length of the body
 */
@SuppressWarnings("ArrayRecordComponent") // a view, never compared
record StoredRecord(long offset, long position, byte[] bytes, int from, int length) {

    /** What the record takes in its block. */
    int size() {
        return Block.RECORD_HEADER_BYTES + length;
    }

    /** Arrival in milliseconds since the epoch, without decoding the rest. */
    long arrivedAtMillis() {
        return RecordCodec.arrivedAtMillis(bytes, from);
    }

    /** The key, without decoding the rest; null for none. */
    @Nullable
    String key() {
        return RecordCodec.key(bytes, from, length);
    }

    StoredMessage decode() {
        return new StoredMessage(offset, RecordCodec.decode(bytes, from, length));
    }
}
