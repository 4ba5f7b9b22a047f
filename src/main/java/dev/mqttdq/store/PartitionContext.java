package dev.mqttdq.store;

import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * What belongs to a partition as long as it lives.
 *
 * @param clock the wall clock, for what is written
 * @param nanoTime a clock for delays, in nanoseconds
 * @param largestRecordBytes larger messages are refused
 */
record PartitionContext(
        PartitionId id,
        PartitionDirectory directory,
        QueueCounters counters,
        InstantSource clock,
        LongSupplier nanoTime,
        long largestRecordBytes) {}
