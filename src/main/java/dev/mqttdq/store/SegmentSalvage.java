package dev.mqttdq.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Copies out of a damaged segment file every record that is physically there, whatever became of the file's index: it looks
 * for blocks byte by byte and trusts their checksums only. One file never holds two different records of one offset, so of
 * several copies of a block any intact record will do.
 */
final class SegmentSalvage {

    private static final int WINDOW_BYTES = 1024 * 1024;
    private static final long COMMIT_BYTES = 4L * 1024 * 1024;
    private static final byte MAGIC_FIRST_BYTE = (byte) (Block.MAGIC >>> 56);

    private final FileChannel damaged;
    private final long from;
    private final long to;

    /** Where a block stands in the damaged file, by its own words. */
    private record Found(long at, Block header) {}

    private SegmentSalvage(FileChannel damaged, long from, long to) {
        this.damaged = damaged;
        this.from = from;
        this.to = to;
    }

    /**
     * Copies the records of {@code [from, to)} to a new segment file, which is complete and forced to the device when this
     * returns.
     *
     * @return whether anything was found; there is no file where nothing was
     */
    static boolean salvage(Path damaged, Path target, Medium medium, long from, long to) {
        try (FileChannel channel = FileChannel.open(damaged, StandardOpenOption.READ)) {
            return new SegmentSalvage(channel, from, to).copyTo(target, medium);
        } catch (IOException e) {
            throw StorageFailures.of("cannot salvage", damaged, e);
        }
    }

    private boolean copyTo(Path target, Medium medium) throws IOException {
        Segment copy = null;
        long uncommitted = 0;
        for (List<Found> copies : find().values()) {
            for (Block block : intact(copies)) {
                if (copy == null) {
                    copy = Segment.create(target, medium, from, block.startPosition());
                }
                copy.put(block);
                uncommitted += block.encodedBytes();
                if (uncommitted > COMMIT_BYTES) {
                    copy.commit(false, block);
                    uncommitted = 0;
                }
            }
        }
        if (copy == null) {
            return false;
        }
        copy.seal();
        return true;
    }

    /** All that looks like a block of the wanted offsets, by its first offset, the longest first. */
    private NavigableMap<Long, List<Found>> find() throws IOException {
        NavigableMap<Long, List<Found>> found = new TreeMap<>();
        ByteBuffer window = ByteBuffer.allocate(WINDOW_BYTES);
        long start = 0;
        while (fill(window, start) >= Block.HEADER_BYTES) {
            int last = window.limit() - Block.HEADER_BYTES;
            for (int i = 0; i <= last; i++) {
                if (window.get(i) == MAGIC_FIRST_BYTE && window.getLong(i) == Block.MAGIC) {
                    note(Block.readHeader(window.duplicate().position(i)), start + i, found);
                }
            }
            start += last + 1;
        }
        Comparator<Found> longestFirst =
                Comparator.comparingInt(block -> -block.header().count());
        found.values().forEach(copies -> copies.sort(longestFirst));
        return found;
    }

    private void note(@Nullable Block header, long at, NavigableMap<Long, List<Found>> found) {
        if (header != null && header.count() > 0 && header.endOffset() > from && header.firstOffset() < to) {
            found.computeIfAbsent(header.firstOffset(), offset -> new ArrayList<>())
                    .add(new Found(at, header));
        }
    }

    /** The intact records of the copies of one block, as blocks without gaps. */
    private List<Block> intact(List<Found> copies) throws IOException {
        TreeMap<Long, StoredRecord> records = new TreeMap<>();
        Block longest = copies.get(0).header();
        long wanted = Math.min(to, longest.endOffset()) - Math.max(from, longest.firstOffset());
        for (Found copy : copies) {
            if (records.size() < wanted) {
                ByteBuffer whole = ByteBuffer.allocate(copy.header().encodedBytes());
                // The end of a cut file leaves zeros, which are no records.
                fill(whole, copy.at());
                Block.read(whole.clear()).collectIntact(from, to, records);
            }
        }
        return join(records.values(), longest.writtenAtMillis());
    }

    private static List<Block> join(Iterable<StoredRecord> records, long writtenAtMillis) {
        List<Block> blocks = new ArrayList<>();
        BlockBuilder builder = null;
        for (StoredRecord record : records) {
            if (builder == null || builder.endOffset() != record.offset()) {
                if (builder != null) {
                    blocks.add(builder.build(writtenAtMillis));
                }
                builder = new BlockBuilder(record.offset(), record.position());
            }
            builder.add(record);
        }
        if (builder != null) {
            blocks.add(builder.build(writtenAtMillis));
        }
        return blocks;
    }

    /** Reads from a place in the file into the whole buffer, or as much as there is, and tells how many bytes. */
    private int fill(ByteBuffer target, long from) throws IOException {
        target.clear();
        int count = 0;
        while (target.hasRemaining() && count >= 0) {
            count = damaged.read(target, from + target.position());
        }
        return target.flip().limit();
    }
}
