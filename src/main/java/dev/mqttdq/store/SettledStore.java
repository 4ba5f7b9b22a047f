package dev.mqttdq.store;

import dev.mqttdq.store.StorageException.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The record on disk of what has ended in a partition. Losing it, or its last writes, only repeats messages.
 *
 * <pre>
 * file  settled
 *   8  magic "mqdqend" and the layout version, 1
 *   8  an offset that the partition had reached; it may have gone further since
 *   n  what has ended, as {@link SettledOffsets} draws it
 *   4  CRC-32C of all before
 * </pre>
 *
 * Each write replaces it as a {@link WholeFile}. Not thread-safe; owned by the partition's thread.
 */
final class SettledStore {

    static final String FILE = "settled";

    private static final long MAGIC = 0x6d716471656e6401L;
    private static final int HEADER_BYTES = 2 * Long.BYTES;
    private static final int CRC_BYTES = Integer.BYTES;

    private final Path file;
    private final Medium medium;
    private long fileBytes;

    SettledStore(PartitionDirectory directory) {
        this.file = directory.path().resolve(FILE);
        this.medium = directory.medium();
    }

    /**
     * What was written last.
     *
     * @param settled what has ended
     * @param endOffset an offset that the partition had reached
     */
    record State(SettledOffsets settled, long endOffset) {}

    Path file() {
        return file;
    }

    /**
     * Reads the file.
     *
     * @return null where nothing was ever written
     * @throws StorageException of kind CORRUPT where it cannot be understood
     */
    @Nullable
    State read() {
        if (!Files.exists(file)) {
            return null;
        }
        try {
            byte[] all = Files.readAllBytes(file);
            fileBytes = all.length;
            return decode(all);
        } catch (IOException e) {
            throw StorageFailures.of("cannot read", file, e);
        }
    }

    private State decode(byte[] all) {
        ByteBuffer source = ByteBuffer.wrap(all);
        int crcAt = all.length - CRC_BYTES;
        if (crcAt < HEADER_BYTES || source.getLong() != MAGIC || source.getInt(crcAt) != Block.crc(all, 0, crcAt)) {
            throw new StorageException(Kind.CORRUPT, file + " is not what was written");
        }
        long endOffset = source.getLong();
        return new State(SettledOffsets.decode(Arrays.copyOfRange(all, HEADER_BYTES, crcAt)), endOffset);
    }

    /** Records the state; forced to the device where asked. */
    void write(SettledOffsets settled, long endOffset, boolean sync) {
        ByteBuffer all = encode(settled, endOffset);
        try {
            WholeFile.replace(file, medium, all, sync);
        } catch (IOException e) {
            throw StorageFailures.of("cannot write", file, e);
        }
        fileBytes = all.limit();
    }

    private static ByteBuffer encode(SettledOffsets settled, long endOffset) {
        byte[] ended = settled.encode();
        int crcAt = HEADER_BYTES + ended.length;
        ByteBuffer all = ByteBuffer.allocate(crcAt + CRC_BYTES);
        all.putLong(MAGIC).putLong(endOffset).put(ended);
        return all.putInt(Block.crc(all.array(), 0, crcAt)).flip();
    }

    /** Bytes of the file after the last write. */
    long fileBytes() {
        return fileBytes;
    }
}
