package dev.mqttdq.store;

/**
 * How much a message queue keeps. {@link Long#MAX_VALUE} stands for no limit, in each of the three.
 *
 * <p>The oldest messages that are not handed out go first, one by one, until the queue is within its limits again; the
 * newest is no exception. What is handed out counts, but is never dropped: a queue exceeds its limits by nothing else, and
 * no longer than until it is settled or released.
 *
 * @param maxMessages most messages that have not ended
 * @param maxMessageBytes most bytes of their records: topic, payload, properties and key, 22 bytes for each message
 *     and up to 8 for each property and key; what {@link PartitionSnapshot#liveBytes} shows
 * @param retentionMillis how long after its arrival a message is kept and handed out, by the wall clock, in milliseconds
 */
public record QueueLimits(long maxMessages, long maxMessageBytes, long retentionMillis) {

    /** Keeps everything. */
    public static final QueueLimits NONE = new QueueLimits(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
}
