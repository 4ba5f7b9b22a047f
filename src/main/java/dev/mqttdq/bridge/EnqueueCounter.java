package dev.mqttdq.bridge;

import dev.mqttdq.ingress.EnqueueListener;
import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.store.DropReason;
import dev.mqttdq.store.QueueCounters;
import dev.mqttdq.store.Settlement;
import dev.mqttdq.store.StorageException;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what the partitions cannot count themselves: messages that never came to be in them, and how long it took. */
final class EnqueueCounter implements EnqueueListener {

    private static final Logger log = LoggerFactory.getLogger(EnqueueCounter.class);

    private final String bridge;
    private final QueueCounters counters;
    private final Consumer<Duration> latency;

    EnqueueCounter(String bridge, QueueCounters counters, Consumer<Duration> latency) {
        this.bridge = bridge;
        this.counters = counters;
        this.latency = latency;
    }

    @Override
    public void stored(Duration waited) {
        latency.accept(waited);
    }

    @Override
    public void refused(BridgeMessage message, StorageException reason) {
        counters.enqueued(1);
        counters.settled(Settlement.dropped(DropReason.PACKET_TOO_LARGE), 1);
        log.warn("{}: a message for {} was not stored: {}", bridge, message.topic(), reason.getMessage());
    }
}
