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

    /** Makes {@link #queued} what was found on disk: more than known were there before, fewer are lost. */
    void found(long onDisk) {
        long known = queued();
        if (onDisk > known) {
            queue.enqueued(onDisk - known);
        } else if (onDisk < known) {
            queue.settled(Settlement.dropped(DropReason.CORRUPT), known - onDisk);
        }
    }

    /** All that was queued was deleted on purpose. */
    void purged() {
        queue.settled(Settlement.dropped(DropReason.PURGED), queued());
    }
}
