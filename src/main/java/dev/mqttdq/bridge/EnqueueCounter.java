package dev.mqttdq.bridge;

import dev.mqttdq.ingress.EnqueueListener;
import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.store.DropReason;
import dev.mqttdq.store.Settlement;
import dev.mqttdq.store.StorageException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what the partitions cannot count themselves: messages that never came to be in them, and how long it took. */
final class EnqueueCounter implements EnqueueListener {

    private static final Logger log = LoggerFactory.getLogger(EnqueueCounter.class);

    private final String bridge;
    private final BridgeCounters counters;

    EnqueueCounter(String bridge, BridgeCounters counters) {
        this.bridge = bridge;
        this.counters = counters;
    }

    @Override
    public void stored(Duration waited) {
        counters.latency().enqueued(waited);
    }

    @Override
    public void looped(BridgeMessage message) {
        counters.queue().enqueued(1);
        counters.queue().settled(Settlement.dropped(DropReason.LOOP), 1);
    }

    @Override
    public void refused(BridgeMessage message, StorageException reason) {
        counters.queue().enqueued(1);
        counters.queue().settled(Settlement.dropped(DropReason.PACKET_TOO_LARGE), 1);
        log.warn("{}: a message for {} was not stored: {}", bridge, message.topic(), reason.getMessage());
    }
}
