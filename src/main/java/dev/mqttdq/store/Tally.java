package dev.mqttdq.store;

/** What of a segment has not ended. Not thread-safe; owned by the partition's thread. */
final class Tally {

    private final Segment segment;
    private long messages;
    private long bytes;

    Tally(Segment segment) {
        this.segment = segment;
    }

    Segment segment() {
        return segment;
    }

    /** How many messages have not ended. */
    long messages() {
        return messages;
    }

    /** What their records take. */
    long bytes() {
        return bytes;
    }

    /** Counts anew; reads where records begin. */
    void count(SettledOffsets settled) {
        messages = 0;
        bytes = 0;
        for (long from = settled.next(segment.firstOffset()); from < segment.endOffset(); ) {
            long to = Math.min(settled.nextSettled(from), segment.endOffset());
            messages += to - from;
            bytes += segment.positionBehind(to - 1) - segment.position(from);
            from = settled.next(to);
        }
    }

    /** Adds messages that take so many bytes. */
    void add(int count, long recordBytes) {
        messages += count;
        bytes += recordBytes;
    }

    /** Takes away a message that has ended. */
    void end(int recordBytes) {
        messages--;
        bytes -= recordBytes;
    }

    /** What the file would shrink to if what has ended could be cut off. */
    long diskShare() {
        long all = segment.endPosition() - segment.startPosition();
        return all == 0 ? segment.fileBytes() : (long) ((double) segment.fileBytes() * bytes / all);
    }

    /** @param to the offset behind the last that the segment may hold */
    CompactionPlan.Fill fill(long to) {
        return new CompactionPlan.Fill(segment.firstOffset(), to, segment.fileBytes(), messages, bytes);
    }
}
