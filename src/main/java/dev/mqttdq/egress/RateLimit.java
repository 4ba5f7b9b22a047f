package dev.mqttdq.egress;

import java.time.Duration;

/**
 * At most so many messages per second, spread evenly with bursts of up to a tenth of a second; for all connectors of a
 * bridge together. Belongs to the loop of the bridge's egress.
 */
final class RateLimit {

    private static final long SECOND = 1_000_000_000L;
    private static final long BURST = SECOND / 10;

    private final long interval;
    private long next;
    private boolean begun;

    /** @param perSecond 0: no limit */
    RateLimit(int perSecond) {
        interval = perSecond == 0 ? 0 : SECOND / perSecond;
    }

    /** Takes the right to send one message; where there is none now, returns how long to wait for it instead. */
    Duration acquire(long nowNanos) {
        if (interval == 0) {
            return Duration.ZERO;
        }
        long earliest = nowNanos - BURST;
        if (!begun || next - earliest < 0) {
            begun = true;
            next = earliest;
        }
        if (next - nowNanos > 0) {
            return Duration.ofNanos(next - nowNanos);
        }
        next += interval;
        return Duration.ZERO;
    }
}
