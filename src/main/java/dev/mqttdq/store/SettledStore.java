package dev.mqttdq.store;

import java.io.IOException;
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
    private final String scheme;
    private @Nullable MVStore store;

    SettledStore(Path directory, String scheme) {
        this.file = directory.resolve(FILE);
        this.scheme = scheme;
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
            MVMap<String, byte[]> map = map();
            map.put(SETTLED, settled.encode());
            map.put(END, ByteBuffer.allocate(Long.BYTES).putLong(endOffset).array());
            map.getStore().commit();
            if (sync) {
                map.getStore().sync();
            }
        } catch (RuntimeException e) {
            close();
            throw StorageFailures.of("cannot write", file, e);
        }
    }

    /** Bytes of the file; 0 where there is none. */
    long fileBytes() {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            throw StorageFailures.of("cannot measure", file, e);
        }
    }

    /** Frees the file without writing to it. */
    void close() {
        if (store != null) {
            store.closeImmediately();
            store = null;
        }
    }

    private MVMap<String, byte[]> map() {
        if (store == null) {
            store = new MVStore.Builder()
                    .fileName(scheme + file)
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
