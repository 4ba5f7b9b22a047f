package dev.mqttdq.store;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * What belongs to a partition as long as it lives.
 *
 * @param clock the wall clock, for what is written
 * @param nanoTime a clock for delays, in nanoseconds
 * @param inUse the directories that this process has open
 * @param largestRecordBytes larger messages are refused
 */
record PartitionContext(
        PartitionId id,
        PartitionDirectory directory,
        QueueCounters counters,
        InstantSource clock,
        LongSupplier nanoTime,
        Set<Path> inUse,
        long largestRecordBytes) {}
