package dev.mqttdq.store;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** When to try again what failed: after 100 ms, then twice as long each time, up to 5 s. Not thread-safe. */
final class BackOff {

    private static final long FIRST = Duration.ofMillis(100).toNanos();
    private static final long LONGEST = Duration.ofSeconds(5).toNanos();

    private final LongSupplier nanoTime;
    private long delay = FIRST;
    private long failedAt;
    private @Nullable StorageException failure;

    BackOff(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Notes a failure; true where it is the first, or of another kind than the one before. */
    boolean failed(StorageException reason) {
        boolean news = failure == null || failure.kind() != reason.kind();
        delay = failure == null ? FIRST : Math.min(2 * delay, LONGEST);
        failedAt = nanoTime.getAsLong();
        failure = reason;
        return news;
    }

    /** Notes a success; true where there was a failure before. */
    boolean succeeded() {
        boolean news = failure != null;
        failure = null;
        return news;
    }

    /** What failed last and has not succeeded since. */
    @Nullable
    StorageException failure() {
        return failure;
    }

    /** How long to wait before the next attempt, in nanoseconds; 0 where nothing stands against it. */
    long waitNanos() {
        return failure == null ? 0 : Math.max(0, delay - (nanoTime.getAsLong() - failedAt));
    }
}
