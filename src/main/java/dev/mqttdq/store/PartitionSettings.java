package dev.mqttdq.store;

/**
 * How one partition keeps its messages.
 *
 * @param segmentBytes largest segment file, in bytes
 * @param maxTotalBytes most bytes of one partition on disk; the oldest messages go beyond it ({@link
 *     DropReason#OVERFLOW}); {@link Long#MAX_VALUE} for no bound
 * @param syncAlways true: fsync before {@link AppendListener#stored}; false: leave it to the operating system
 * @param use what the partition is for; that of its opening holds until it is closed
 * @param limits what else bounds it
 */
public record PartitionSettings(
        long segmentBytes, long maxTotalBytes, boolean syncAlways, Use use, QueueLimits limits) {

    private static final long QUEUE_SEGMENT_BYTES = 16L * 1024 * 1024;

    /** What a partition is for. */
    public enum Use {
        /** The messages of a bridge: taken and settled nearly in order. */
        BRIDGE,
        /** A message queue: settled in any order, so that files of which little is left are rewritten. */
        QUEUE,
        /** A message queue of which the newest message of each key counts. */
        LAST_VALUE_QUEUE
    }

    /** A partition of a bridge. */
    public PartitionSettings(long segmentBytes, long maxTotalBytes, boolean syncAlways) {
        this(segmentBytes, maxTotalBytes, syncAlways, Use.BRIDGE, QueueLimits.NONE);
    }

    /** A message queue, bounded by its limits only. */
    public static PartitionSettings ofQueue(boolean lastValue, boolean syncAlways, QueueLimits limits) {
        return new PartitionSettings(
                QUEUE_SEGMENT_BYTES, Long.MAX_VALUE, syncAlways, lastValue ? Use.LAST_VALUE_QUEUE : Use.QUEUE, limits);
    }
}
