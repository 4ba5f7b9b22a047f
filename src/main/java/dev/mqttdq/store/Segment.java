package dev.mqttdq.store;

import java.nio.file.Path;
import org.h2.mvstore.DataUtils;
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
 * takes the place of the block as the last entry, and with it the page that the next entry changes. A file that was written
 * at once, in the place of others, has no marks but the last; offsets and positions of its blocks need not follow each other.
 *
 * <p>MVStore looks for its newest chunk from the chunk that its header names, along a chain that a later write, cut short by
 * a crash, may have broken by then; it goes back to an older one without a word. So here the header is written with every
 * chunk. It then names the chunk that was written last, or the one that was being written: a file that opens with an older
 * one than that is known to be {@link #isCutShort cut short}.
 *
 * <p>A segment is written by the process that began it and never again after a failure or a restart; then it is only read.
 * Not thread-safe; owned by the partition's thread.
 */
final class Segment {

    private static final String MAP = "blocks";
    /** What MVStore writes to a new file at once; a file that is no longer never held a record. */
    private static final int STORE_HEADER_BYTES = 8 * 1024;

    private static final int PAGE_CACHE_MEGABYTES = 1;

    private Path file;
    private final Medium medium;
    private final long firstOffset;
    private final long startPosition;
    private long presentFrom;
    private long endOffset;
    private long endPosition;
    private long fileBytes;
    private boolean writable;
    private boolean cutShort;
    private @Nullable MVStore store;
    private @Nullable MVMap<Long, Block> blocks;

    private Segment(Path file, Medium medium, long firstOffset, long startPosition) {
        this.file = file;
        this.medium = medium;
        this.firstOffset = firstOffset;
        this.startPosition = startPosition;
        this.presentFrom = firstOffset;
        this.endOffset = firstOffset;
        this.endPosition = startPosition;
    }

    /** Begins an empty file to append to. */
    static Segment create(Path file, Medium medium, long firstOffset, long startPosition) {
        Segment segment = new Segment(file, medium, firstOffset, startPosition);
        // what an earlier attempt may have left
        segment.delete();
        segment.writable = true;
        segment.map();
        segment.fileBytes = PartitionDirectory.size(file);
        return segment;
    }

    /**
     * Looks at a file of an earlier process: its first and last entries are read, and no others. A file without entries is
     * an empty segment.
     *
     * @param firstOffset by its name
     * @throws StorageException of kind CORRUPT where it is no segment, or one of other offsets
     */
    static Segment open(Path file, Medium medium, long firstOffset) {
        long fileBytes = PartitionDirectory.size(file);
        if (fileBytes <= STORE_HEADER_BYTES) {
            return new Segment(file, medium, firstOffset, 0);
        }
        Segment probe = new Segment(file, medium, firstOffset, 0);
        try {
            Segment segment = probe.look();
            segment.fileBytes = fileBytes;
            return segment;
        } catch (RuntimeException e) {
            throw probe.failure("read", e);
        } finally {
            probe.close();
        }
    }

    private Segment look() {
        MVMap<Long, Block> map = map();
        if (isBehind(map.getStore())) {
            Segment segment = new Segment(file, medium, firstOffset, 0);
            segment.cutShort = true;
            return segment;
        }
        if (map.isEmpty()) {
            return new Segment(file, medium, firstOffset, 0);
        }
        Block first = map.get(map.firstKey());
        Block last = map.get(map.lastKey());
        if (first == null || last == null || first.firstOffset() < firstOffset) {
            throw new StorageException(StorageException.Kind.CORRUPT, file + " holds other offsets than it should");
        }
        Segment segment = new Segment(file, medium, firstOffset, first.startPosition());
        segment.presentFrom = first.firstOffset();
        segment.endOffset = last.endOffset();
        segment.endPosition = last.endPosition();
        return segment;
    }

    private static boolean isBehind(MVStore store) {
        return DataUtils.readHexLong(store.getStoreHeader(), "version", 0) > store.getCurrentVersion();
    }

    /** Whether its last write is so incomplete that its index cannot be trusted; it shows no entries then. */
    boolean isCutShort() {
        return cutShort;
    }

    Path file() {
        return file;
    }

    long firstOffset() {
        return firstOffset;
    }

    boolean isEmpty() {
        return endOffset == firstOffset;
    }

    /** The offset of the first record; behind {@link #firstOffset} where records were lost. */
    long presentFrom() {
        return presentFrom;
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

    /** Forces what is written to the device. */
    void sync() {
        try {
            map().getStore().sync();
        } catch (RuntimeException e) {
            throw failure("write", e);
        }
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

    /** Adds a block before others that are to be put before the commit: it gets no end mark. */
    void putAmid(Block block) {
        try {
            map().put(2 * block.firstOffset(), block);
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
            // Says that the header on disk calls the file closed, for which MVStore writes it anew, without that,
            // behind the chunk.
            open.getStoreHeader().put("clean", 1);
            open.commit();
            if (sync) {
                open.sync();
            }
        } catch (RuntimeException e) {
            throw failure("write", e);
        }
        endOffset = last.endOffset();
        endPosition = last.endPosition();
        fileBytes = PartitionDirectory.size(file);
    }

    /**
     * The block that holds an offset, or else the next one; null where there is neither.
     *
     * @throws StorageException of kind CORRUPT also where the file ends before a record that it was known to hold
     */
    @Nullable
    Block blockFrom(long offset) {
        try {
            MVMap<Long, Block> map = map();
            Long key = map.floorKey(2 * offset);
            Block block = key == null ? null : map.get(key & ~1L);
            if (block != null && block.contains(offset)) {
                return block;
            }
            Long next = map.higherKey(2 * offset);
            if (next == null && offset < endOffset) {
                throw new StorageException(StorageException.Kind.CORRUPT, file + " ends before offset " + offset);
            }
            return next == null ? null : map.get(next);
        } catch (RuntimeException e) {
            throw failure("read", e);
        }
    }

    /** The position of a record, or of where the next one begins. */
    long position(long offset) {
        Block block = offset >= endOffset ? null : blockFrom(offset);
        if (block == null) {
            return endPosition;
        }
        return block.contains(offset) ? block.position(offset) : block.startPosition();
    }

    /** The position behind a record, or of where the next one begins where it is missing. */
    long positionBehind(long offset) {
        Block block = blockFrom(offset);
        if (block == null) {
            return endPosition;
        }
        return block.contains(offset) ? block.position(offset + 1) : block.startPosition();
    }

    /** Notes as ended what is not there, between the first offset and the last record. */
    void passOverGaps(SettledOffsets settled) {
        try {
            MVMap<Long, Block> map = map();
            long end = firstOffset;
            for (Long key = map.firstKey(); key != null; key = map.higherKey(key)) {
                Block block = map.get(key);
                if (block != null) {
                    settled.add(end, block.firstOffset());
                    end = block.endOffset();
                }
            }
        } catch (RuntimeException e) {
            throw failure("read", e);
        }
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
                fileBytes = PartitionDirectory.size(file);
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

    /** Gives the file another name, in the place of any other file of that name. */
    void moveTo(Path target) {
        close();
        PartitionDirectory.replace(file, target);
        file = target;
    }

    /** Removes the file. */
    void delete() {
        close();
        PartitionDirectory.delete(file);
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
                .fileName(medium.scheme() + file)
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

    private StorageException failure(String what, RuntimeException e) {
        return e instanceof StorageException known ? known : StorageFailures.of("cannot " + what, file, e);
    }
}
