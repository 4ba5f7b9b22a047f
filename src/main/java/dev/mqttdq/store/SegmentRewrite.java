package dev.mqttdq.store;

import java.nio.file.Path;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writes what is left of one or more segments to a new one: the same offsets in the same order, with positions of its own.
 * Not thread-safe.
 */
final class SegmentRewrite {

    private static final long COMMIT_BYTES = 4L * 1024 * 1024;

    private final Segment target;
    private final long now;
    private long uncommitted;
    private @Nullable BlockBuilder builder;

    private SegmentRewrite(Segment target, long now) {
        this.target = target;
        this.now = now;
    }

    /**
     * Copies the records of {@code [from, to)} that have not ended, of which there is at least one.
     *
     * @param reader tells a record; null where the files had to be repaired for it, so that nothing is as it was
     * @param now the wall clock time, in milliseconds since the epoch
     * @return complete and forced to the device; null where the reader told null. There is no file then, and none where this
     *     throws unless that cannot be deleted either
     */
    static @Nullable Segment write(
            Path file,
            Medium medium,
            long from,
            long to,
            SettledOffsets settled,
            LongFunction<@Nullable StoredRecord> reader,
            long now) {
        Segment target = Segment.create(file, medium, from, 0);
        SegmentRewrite rewrite = new SegmentRewrite(target, now);
        try {
            for (long offset = settled.next(from); offset < to; offset = settled.next(offset + 1)) {
                StoredRecord record = reader.apply(offset);
                if (record == null) {
                    target.delete();
                    return null;
                }
                rewrite.add(record);
            }
            rewrite.finish();
            return target;
        } catch (RuntimeException | OutOfMemoryError e) {
            discard(target, e);
            throw e;
        }
    }

    private static void discard(Segment target, Throwable failure) {
        try {
            target.delete();
        } catch (StorageException e) {
            failure.addSuppressed(e);
        }
    }

    private void add(StoredRecord record) {
        BlockBuilder open = builder;
        if (open == null) {
            open = new BlockBuilder(record.offset(), target.endPosition());
        } else if (open.endOffset() != record.offset() || open.length() >= Segments.FULL_BLOCK_BYTES) {
            Block full = open.build(now);
            target.putAmid(full);
            commitSome(full);
            open = new BlockBuilder(record.offset(), full.endPosition());
        }
        builder = open;
        open.add(record);
    }

    private void commitSome(Block last) {
        uncommitted += last.encodedBytes();
        if (uncommitted > COMMIT_BYTES) {
            target.commit(false, last);
            uncommitted = 0;
        }
    }

    private void finish() {
        if (builder == null) {
            throw new IllegalStateException("nothing is left to rewrite");
        }
        Block last = builder.build(now);
        target.put(last);
        target.commit(false, last);
        target.seal();
    }
}
