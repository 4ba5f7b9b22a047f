package dev.mqttdq.store;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.StringDataType;
import org.jspecify.annotations.Nullable;

/**
 * The record on disk of what has ended in a partition. Losing it, or its last writes, only repeats messages.
 *
 * <pre>
 * file  settled.mv
 * map   "state"
 *         "settled"  as {@link SettledOffsets} draws it
 *         "end"      8 bytes: an offset that the partition had reached; it may have gone further since
 * </pre>
 *
 * What is in memory is the truth while the process lives: after a failed write the next one opens the file anew. Not
 * thread-safe; owned by the partition's thread.
 */
final class SettledStore {

    static final String FILE = "settled.mv";

    private static final String MAP = "state";
    private static final String SETTLED = "settled";
    private static final String END = "end";

    private final Path file;
    private final Medium medium;
    private long fileBytes;
    private @Nullable MVStore store;

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
        if (!Files.exists(file) || PartitionDirectory.size(file) <= Segment.STORE_HEADER_BYTES) {
            return null;
        }
        try {
            fileBytes = PartitionDirectory.size(file);
            MVMap<String, byte[]> map = map();
            byte[] settled = map.get(SETTLED);
            byte[] end = map.get(END);
            return settled == null || end == null
                    ? null
                    : new State(
                            SettledOffsets.decode(settled), ByteBuffer.wrap(end).getLong());
        } catch (RuntimeException e) {
            close();
            throw StorageFailures.of("cannot read", file, e);
        }
    }

    /** Records the state; forced to the device where asked. */
    void write(SettledOffsets settled, long endOffset, boolean sync) {
        try {
            MVMap<String, byte[]> map = mapOrNew();
            map.put(SETTLED, settled.encode());
            map.put(END, ByteBuffer.allocate(Long.BYTES).putLong(endOffset).array());
            map.getStore().commit();
            if (sync) {
                map.getStore().sync();
            }
            fileBytes = PartitionDirectory.size(file);
        } catch (RuntimeException e) {
            close();
            throw e instanceof StorageException known ? known : StorageFailures.of("cannot write", file, e);
        }
    }

    /** Bytes of the file after the last write. */
    long fileBytes() {
        return fileBytes;
    }

    /** Frees the file without writing to it. */
    void close() {
        if (store != null) {
            store.closeImmediately();
            store = null;
        }
    }

    /** The map in the file, or in a new one where a failed write has left something unreadable. */
    private MVMap<String, byte[]> mapOrNew() {
        try {
            return map();
        } catch (RuntimeException e) {
            StorageException failure = StorageFailures.of("cannot open", file, e);
            if (failure.kind() != StorageException.Kind.CORRUPT) {
                throw failure;
            }
            PartitionDirectory.delete(file);
            return map();
        }
    }

    private MVMap<String, byte[]> map() {
        if (store == null) {
            store = new MVStore.Builder()
                    .fileName(medium.scheme() + file)
                    .autoCommitDisabled()
                    .cacheSize(0)
                    .open();
            store.setVersionsToKeep(0);
            store.setRetentionTime(0);
        }
        return store.openMap(
                MAP,
                new MVMap.Builder<String, byte[]>()
                        .keyType(StringDataType.INSTANCE)
                        .valueType(ByteArrayDataType.INSTANCE));
    }
}
