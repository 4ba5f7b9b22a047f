package dev.mqttdq.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.LongDataType;
import org.jspecify.annotations.Nullable;

/**
 * One segment file: an MVStore with a single map that only grows.
 *
 * <pre>
 * file  &lt;first offset, 19 digits&gt;.seg
 * map   "blocks"
 *         2 * f      block whose first record has offset f
 *         2 * f + 1  end mark of that block: an empty block at the next offset and position
 * </pre>
 *
 * The last entry is always an end mark, so where a segment ends is known without reading a block. A block that is not
 * full is replaced by a longer one with the next commit. The mark also keeps MVStore from writing a full block again: it
 * takes the place of the block as the last entry, and with it the page that the next entry changes.
 *
 * <p>A segment is written by the process that began it and never again after a failure or a restart; then it is only read.
 * Not thread-safe; owned by the partition's thread.
 */
final class Segment {

    static final String SUFFIX = ".seg";

    private static final String MAP = "blocks";
    private static final int PAGE_CACHE_MEGABYTES = 1;

    private final Path file;
    private final String scheme;
    private final long firstOffset;
    private final long startPosition;
    private long endOffset;
    private long endPosition;
    private long fileBytes;
    private boolean writable;
    private @Nullable MVStore store;
    private @Nullable MVMap<Long, Block> blocks;

    private Segment(Path file, String scheme, long firstOffset, long startPosition) {
        this.file = file;
        this.scheme = scheme;
        this.firstOffset = firstOffset;
        this.startPosition = startPosition;
        this.endOffset = firstOffset;
        this.endPosition = startPosition;
    }

    /** The name of the file whose first record has this offset. */
    static String fileName(long firstOffset) {
        return "%019d%s".formatted(firstOffset, SUFFIX);
    }

    /** Begins an empty file to append to. */
    static Segment create(Path file, String scheme, long firstOffset, long startPosition) {
        Segment segment = new Segment(file, scheme, firstOffset, startPosition);
        // what an earlier attempt may have left
        segment.delete();
        segment.writable = true;
        segment.map();
        segment.fileBytes = segment.measure();
        return segment;
    }

    /**
     * Looks at a file of an earlier process: its first and last entries are read, and no others.
     *
     * @throws StorageException of kind CORRUPT where it is no segment, or one without any record
     */
    static Segment open(Path file, String scheme) {
        Segment probe = new Segment(file, scheme, 0, 0);
        try {
            Block first = probe.entry(probe.map().firstKey());
            Block last = probe.entry(probe.map().lastKey());
            Segment segment = new Segment(file, scheme, first.firstOffset(), first.startPosition());
            segment.endOffset = last.endOffset();
            segment.endPosition = last.endPosition();
            segment.fileBytes = probe.measure();
            return segment;
        } finally {
            probe.close();
        }
    }

    Path file() {
        return file;
    }

    long firstOffset() {
        return firstOffset;
    }

    /** The offset behind the last record that is committed, or was found. */
    long endOffset() {
        return endOffset;
    }

    long startPosition() {
        return startPosition;
    }

    long endPosition() {
        return endPosition;
    }

    long fileBytes() {
        return fileBytes;
    }

    boolean isOpen() {
        return store != null;
    }

    /** Adds a block, or replaces the last one by a longer one that begins with the same record; to be committed. */
    void put(Block block) {
        try {
            MVMap<Long, Block> map = map();
            long key = 2 * block.firstOffset();
            // Putting a key anew, not replacing its value, makes MVStore split the page when it is large.
            map.remove(key + 1);
            map.remove(key);
            map.put(key, block);
            map.put(key + 1, Block.endMark(block.endOffset(), block.endPosition(), block.writtenAtMillis()));
        } catch (RuntimeException e) {
            throw failure("write", e);
        }
    }

    /**
     * Makes all blocks put so far part of the segment.
     *
     * @param sync whether to force them to the device
     * @param last the block put last
     */
    void commit(boolean sync, Block last) {
        try {
            MVStore open = map().getStore();
            open.commit();
            if (sync) {
                open.sync();
            }
        } catch (RuntimeException e) {
            throw failure("write", e);
        }
        endOffset = last.endOffset();
        endPosition = last.endPosition();
        fileBytes = measure();
    }

    /** The block that holds an offset; null where there is none. */
    @Nullable
    Block blockAt(long offset) {
        try {
            Long key = map().floorKey(2 * offset);
            Block block = key == null ? null : map().get(key & ~1L);
            return block != null && block.contains(offset) ? block : null;
        } catch (RuntimeException e) {
            throw failure("read", e);
        }
    }

    /** The position of a record, or of the end. */
    long position(long offset) {
        if (offset == endOffset) {
            return endPosition;
        }
        Block block = blockAt(offset);
        if (block == null) {
            throw new StorageException(StorageException.Kind.CORRUPT, "no record of offset " + offset + " in " + file);
        }
        return block.position(offset);
    }

    /** Ignores records from this offset on: they are in the next segment, stored anew after a failure. */
    void cutAt(long limit) {
        if (limit < endOffset) {
            endPosition = position(limit);
            endOffset = limit;
        }
    }

    /** Ends writing: the file gets its final length. Reading goes on. */
    void seal() {
        if (writable) {
            writable = false;
            try {
                map().getStore().close();
            } catch (RuntimeException e) {
                throw failure("close", e);
            } finally {
                close();
                fileBytes = measure();
            }
        }
    }

    /** Gives up writing after a failure: nothing that is not committed gets into the file. */
    void abandon() {
        writable = false;
        close();
    }

    /** Frees the file's resources; a later read opens it again. Never throws and never writes. */
    void close() {
        if (store != null) {
            store.closeImmediately();
            store = null;
            blocks = null;
        }
    }

    /** Removes the file. */
    void delete() {
        close();
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw StorageFailures.of("cannot delete", file, e);
        }
    }

    private MVMap<Long, Block> map() {
        if (blocks == null) {
            store = openStore();
            blocks = store.openMap(
                    MAP,
                    new MVMap.Builder<Long, Block>()
                            .keyType(LongDataType.INSTANCE)
                            .valueType(BlockType.INSTANCE));
        }
        return blocks;
    }

    private MVStore openStore() {
        MVStore.Builder builder = new MVStore.Builder()
                .fileName(scheme + file)
                .autoCommitDisabled()
                // 0: never commits by itself, however much is unsaved; a group is bounded
                .autoCommitBufferSize(0)
                .cacheSize(PAGE_CACHE_MEGABYTES)
                .cacheConcurrency(1);
        MVStore opened;
        try {
            opened = (writable ? builder : builder.readOnly()).open();
        } catch (RuntimeException e) {
            throw StorageFailures.of("cannot open", file, e);
        }
        opened.setVersionsToKeep(0);
        opened.setRetentionTime(0);
        return opened;
    }

    private Block entry(@Nullable Long key) {
        try {
            Block block = key == null ? null : map().get(key);
            if (block != null) {
                return block;
            }
        } catch (RuntimeException e) {
            throw failure("read", e);
        }
        throw new StorageException(StorageException.Kind.CORRUPT, "no record in " + file);
    }

    private long measure() {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw StorageFailures.of("cannot measure", file, e);
        }
    }

    private StorageException failure(String what, RuntimeException e) {
        return e instanceof StorageException known ? known : StorageFailures.of("cannot " + what, file, e);
    }
}
