package dev.mqttdq.store;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * What has passed through the partitions of one bridge, or through one message queue, since the process started. They outlive
 * a rebuild of the bridge. Any thread may read and add; once drained, {@code enqueue = dequeue = publish + drop}.
 */
public final class QueueCounters {

    private final LongAdder enqueue = new LongAdder();
    private final LongAdder dequeue = new LongAdder();
    private final LongAdder publish = new LongAdder();
    private final Map<DropReason, LongAdder> drop;

    public QueueCounters() {
        Map<DropReason, LongAdder> adders = new EnumMap<>(DropReason.class);
        for (DropReason reason : DropReason.values()) {
            adders.put(reason, new LongAdder());
        }
        drop = Collections.unmodifiableMap(adders);
    }

    /** Messages accepted: on disk, so counted also when they were found there at start. */
    public long enqueue() {
        return enqueue.sum();
    }

    /** Messages whose end is recorded on disk. */
    public long dequeue() {
        return dequeue.sum();
    }

    /** Messages the remote took, or a consumer acknowledged. */
    public long publish() {
        return publish.sum();
    }

    /** Messages given up, for whatever reason. */
    public long drop() {
        return drop.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** Messages given up for one reason. */
    public long drop(DropReason reason) {
        return adder(reason).sum();
    }

    /** Adds messages that are now on disk. */
    public void enqueued(long count) {
        enqueue.add(count);
    }

    /** Adds messages that ended; to be called when their end is on disk. */
    public void settled(Settlement settlement, long count) {
        if (settlement instanceof Settlement.Dropped dropped) {
            adder(dropped.reason()).add(count);
        } else {
            publish.add(count);
        }
        // Last, so that who sees the end of a message sees its cause as well.
        dequeue.add(count);
    }

    private LongAdder adder(DropReason reason) {
        LongAdder adder = drop.get(reason);
        if (adder == null) {
            throw new IllegalStateException("no counter for " + reason);
        }
        return adder;
    }
}
