package dev.mqttdq.store;

import org.jspecify.annotations.Nullable;

/**
 * A partition at one moment; consistent in itself. {@code buffered + handedOut} messages are on disk and have no recorded
 * end yet; of them, {@code messages} have no end at all, {@code inflight} of these being handed out.
 *
 * @param buffered messages on disk, not handed out, whose end is not yet recorded on disk
 * @param handedOut messages handed out whose end is not yet recorded on disk
 * @param messages messages that have not ended
 * @param inflight messages handed out that have not ended
 * @param bytesOnDisk bytes of all files of the partition
 * @param liveBytes bytes of records that have not ended
 * @param oldestArrivalMillis arrival of the oldest message without an end, in milliseconds since the epoch; 0 for none
 * @param problem why the partition cannot store now, or what it lost when it was opened; null when all is well
 * @param broken whether it cannot store now
 */
public record PartitionSnapshot(
        long buffered,
        long handedOut,
        long messages,
        long inflight,
        long bytesOnDisk,
        long liveBytes,
        long oldestArrivalMillis,
        @Nullable String problem,
        boolean broken) {

    /** A partition that holds nothing. */
    public static PartitionSnapshot empty(@Nullable String problem, boolean broken) {
        return new PartitionSnapshot(0, 0, 0, 0, 0, 0, 0, problem, broken);
    }
}
