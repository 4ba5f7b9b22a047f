package dev.mqttdq.store;

/**
 * How one partition keeps its messages.
 *
 * @param segmentBytes largest segment file, in bytes
 * @param maxTotalBytes most bytes of one partition on disk; the oldest messages go beyond it
 * @param syncAlways true: fsync before {@link AppendListener#stored}; false: leave it to the operating system
 */
public record PartitionSettings(long segmentBytes, long maxTotalBytes, boolean syncAlways) {}
