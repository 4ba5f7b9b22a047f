package dev.mqttdq.message;

import java.time.Duration;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * A warning that may come up with every message, said at most once in five seconds. Thread-safe.
 */
public final class RepeatedWarning {

    private static final long INTERVAL = Duration.ofSeconds(5).toNanos();

    private final LongSupplier nanoTime;
    private long last;
    private boolean said;
    private long suppressed;

    /** @param nanoTime a monotonic clock */
    public RepeatedWarning(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Runs the line, with the number of times it was kept back since it last ran; or keeps it back. */
    public void warn(LongConsumer line) {
        long kept;
        synchronized (this) {
            long now = nanoTime.getAsLong();
            if (said && now - last < INTERVAL) {
                suppressed++;
                return;
            }
            said = true;
            last = now;
            kept = suppressed;
            suppressed = 0;
        }
        line.accept(kept);
    }
}
