package dev.mqttdq.bridge;

import dev.mqttdq.egress.RetryCounters;
import dev.mqttdq.egress.SendingContext;
import dev.mqttdq.store.DropReason;
import dev.mqttdq.store.QueueCounters;
import dev.mqttdq.store.Settlement;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;

/** What is counted for one bridge as long as it is configured, over all its rebuilds. */
record BridgeCounters(QueueCounters queue, RetryCounters retries, BridgeLatency latency) {

    static BridgeCounters of(String bridge, MeterRegistry meters) {
        return new BridgeCounters(new QueueCounters(), new RetryCounters(), new BridgeLatency(meters, bridge));
    }

    /** What the connectors count with. */
    SendingContext sending(@Nullable String node) {
        return new SendingContext(retries, latency::published, node);
    }

    /** Messages without an end, as far as is counted. */
    long queued() {
        return queue.enqueue() - queue.dequeue();
    }

    /** So many messages are on disk, some of which may not have been known before. */
    void found(long onDisk) {
        queue.enqueued(Math.max(0, onDisk - queued()));
    }

    /** All that was queued stays in a directory that the bridge has left. */
    void leftBehind() {
        queue.settled(Settlement.dropped(DropReason.ORPHANED), queued());
    }

    /** All that was queued was deleted on purpose. */
    void purged() {
        queue.settled(Settlement.dropped(DropReason.PURGED), queued());
    }
}
