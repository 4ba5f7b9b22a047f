package dev.mqttdq.store;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns that a partition drops its oldest messages: at once, then at most every 5 s with all since. Not thread-safe. */
final class OverflowWarning {

    private static final Logger LOG = LoggerFactory.getLogger(OverflowWarning.class);
    private static final long INTERVAL = Duration.ofSeconds(5).toNanos();

    private final PartitionId id;
    private final LongSupplier nanoTime;
    private long unlogged;
    private boolean logged;
    private long loggedAt;

    OverflowWarning(PartitionId id, LongSupplier nanoTime) {
        this.id = id;
        this.nanoTime = nanoTime;
    }

    void dropped(long count) {
        unlogged += count;
        logIfDue();
    }

    /** Logs what was held back when its time has come. */
    void logIfDue() {
        if (waitNanos() <= 0) {
            LOG.warn(
                    "mqtt_dq_buffer_overflow bridge={} partition={} dropped={}: the oldest messages are dropped to stay"
                            + " within max_total_bytes",
                    id.bridge(),
                    id.index(),
                    unlogged);
            unlogged = 0;
            logged = true;
            loggedAt = nanoTime.getAsLong();
        }
    }

    /** How long until there is something to log, in nanoseconds; {@link Long#MAX_VALUE} for never. */
    long waitNanos() {
        if (unlogged == 0) {
            return Long.MAX_VALUE;
        }
        return logged ? INTERVAL - (nanoTime.getAsLong() - loggedAt) : 0;
    }
}
