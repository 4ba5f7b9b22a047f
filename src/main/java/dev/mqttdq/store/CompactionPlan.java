package dev.mqttdq.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which segments are worth rewriting, because little of them is left: less than an eighth; or less than a half, as long as
 * that holds for all segments together. So all files take no more than about twice what is left, and what is consumed in
 * order is hardly ever rewritten. Whatever is rewritten, less is written than is freed.
 *
 * <p>Segments that follow each other are taken together, so that what is left of many does not become as many small files.
 */
final class CompactionPlan {

    /** What a record takes beside its bytes where its neighbours are gone, at most. */
    private static final int RECORD_BYTES = 64;
    /** What a file takes beside its records, at most. */
    private static final int FILE_BYTES = 64 * 1024;

    private CompactionPlan() {}

    /**
     * What is left of a segment, or of several that follow each other.
     *
     * @param from the first offset
     * @param to the offset behind the last
     * @param messages how many have not ended
     * @param bytes what their records take
     */
    record Fill(long from, long to, long fileBytes, long messages, long bytes) {

        /** What all that is left takes without a file. */
        long rewrittenBytes() {
            return bytes + messages * RECORD_BYTES;
        }

        /** What a file of all that is left takes. */
        long rewrittenFileBytes() {
            return rewrittenBytes() + FILE_BYTES;
        }

        boolean isSparse() {
            return 2 * rewrittenBytes() < fileBytes;
        }

        /** Whether less than a half is left. */
        boolean isMostlyEmpty() {
            return 2 * rewrittenFileBytes() < fileBytes;
        }

        /** Whether less than an eighth is left. */
        boolean isNearlyEmpty() {
            return 8 * rewrittenFileBytes() < fileBytes;
        }

        Fill and(Fill next) {
            return new Fill(from, next.to, fileBytes + next.fileBytes, messages + next.messages, bytes + next.bytes);
        }
    }

    /**
     * Chooses the segments whose rewriting frees most.
     *
     * @param fills all segments that are not written to any more, in order
     * @param mostBytes so much to rewrite at once, unless one segment alone is more
     * @return null where none is worth it
     */
    static @Nullable Fill choose(List<Fill> fills, long mostBytes) {
        if (fills.isEmpty()) {
            return null;
        }
        boolean thorough = fills.stream().reduce(Fill::and).orElseThrow().isMostlyEmpty();
        Fill best = null;
        Fill run = null;
        for (Fill fill : fills) {
            if (!fill.isSparse()) {
                run = null;
            } else if (run == null || run.and(fill).rewrittenBytes() > mostBytes) {
                run = fill;
            } else {
                run = run.and(fill);
            }
            if (run != null && isWorthIt(run, thorough) && (best == null || gain(run) > gain(best))) {
                best = run;
            }
        }
        return best;
    }

    private static boolean isWorthIt(Fill run, boolean thorough) {
        return thorough ? run.isMostlyEmpty() : run.isNearlyEmpty();
    }

    private static long gain(Fill fill) {
        return fill.fileBytes() - fill.rewrittenFileBytes();
    }
}
