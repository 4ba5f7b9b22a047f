package dev.mqttdq.queues;

import org.jspecify.annotations.Nullable;

/**
 * A queue as of now; counters count from the start of the process, and what was found on disk then counts as enqueued.
 *
 * @param messages on disk, with those in flight
 * @param bytes of these messages
 * @param bytesOnDisk of the files
 * @param oldestAgeMillis age of the oldest message; 0 where there is none
 * @param subscribers attached subscriptions
 * @param silent subscriptions that name another filter than the queue has
 * @param inflight sent and not acknowledged
 * @param delivered times a message was sent
 * @param acked consumed
 * @param rejected times a client did not take a message
 * @param replaced ended by a newer message with the same key
 * @param expired ended by their own expiry or the queue's retention
 * @param dropped ended by a limit, {@code max_deliveries}, damage or a failed key
 * @param localConnected whether the session at the local broker is up and subscribed
 * @param problem what is wrong with the disk, the session or the filter; null where nothing is
 */
public record QueueStats(
        long messages,
        long bytes,
        long bytesOnDisk,
        long oldestAgeMillis,
        int subscribers,
        int silent,
        long inflight,
        long enqueued,
        long delivered,
        long acked,
        long rejected,
        long replaced,
        long expired,
        long dropped,
        boolean localConnected,
        @Nullable String problem) {}
