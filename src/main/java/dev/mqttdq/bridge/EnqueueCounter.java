package dev.mqttdq.bridge;

import dev.mqttdq.ingress.EnqueueListener;
import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.RepeatedWarning;
import dev.mqttdq.store.DropReason;
import dev.mqttdq.store.Settlement;
import dev.mqttdq.store.StorageException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what the partitions cannot count themselves: messages that never came to be in them, and how long it took; what is too large they count. */
final class EnqueueCounter implements EnqueueListener {

    private static final Logger log = LoggerFactory.getLogger(EnqueueCounter.class);

    private final String bridge;
    private final BridgeCounters counters;
    private final RepeatedWarning tooLarge;
    private final RepeatedWarning unreadable;

    /** @param nanoTime a monotonic clock */
    EnqueueCounter(String bridge, BridgeCounters counters, LongSupplier nanoTime) {
        this.bridge = bridge;
        this.counters = counters;
        tooLarge = new RepeatedWarning(nanoTime);
        unreadable = new RepeatedWarning(nanoTime);
    }

    @Override
    public void stored(Duration waited) {
        counters.latency().enqueued(waited);
    }

    @Override
    public void looped(BridgeMessage message) {
        drop(DropReason.LOOP);
    }

    @Override
    public void unreadable(String topic) {
        drop(DropReason.INVALID_TOPIC);
        unreadable.warn(suppressed -> log.warn(
                "{}: a message for {} was dropped: its topic or properties hold characters that cannot be forwarded; {}"
                        + " more since the last line",
                bridge,
                topic.replaceAll("\\p{Cntrl}", "?"),
                suppressed));
    }

    private void drop(DropReason reason) {
        counters.queue().enqueued(1);
        counters.queue().settled(Settlement.dropped(reason), 1);
    }

    @Override
    public void refused(BridgeMessage message, StorageException reason) {
        tooLarge.warn(suppressed -> log.warn(
                "{}: a message for {} was not stored: {}; {} more since the last line",
                bridge,
                message.topic(),
                reason.getMessage(),
                suppressed));
    }
}
