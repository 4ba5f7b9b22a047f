package dev.mqttdq.store;

import java.time.Duration;
import java.time.InstantSource;

/**
 * Drops what {@link QueueLimits} allow no longer, in bounded steps. Knows when the next message becomes too old, so that
 * nothing is read before. Not thread-safe; owned by the partition's thread.
 */
final class LimitKeeper {

    /** What waits meanwhile waits some milliseconds. */
    private static final int DROPS_PER_STEP = 2_000;
    /** A wall clock that is set forward is noticed so soon. */
    private static final long LONGEST_WAIT_MILLIS = Duration.ofMinutes(1).toMillis();

    private final PartitionContent content;
    private final InstantSource clock;
    private QueueLimits limits;
    private long nextTooOldAt;
    private boolean unfinished;

    LimitKeeper(PartitionContent content, InstantSource clock, QueueLimits limits) {
        this.content = content;
        this.clock = clock;
        this.limits = limits;
        obey(limits);
    }

    /** New limits, from the next step on. */
    void obey(QueueLimits newLimits) {
        limits = newLimits;
        nextTooOldAt = newLimits.retentionMillis() == Long.MAX_VALUE ? Long.MAX_VALUE : Long.MIN_VALUE;
    }

    /** Whether a message is too old to be handed out or kept. */
    boolean isTooOld(long arrivedAtMillis) {
        return limits.retentionMillis() != Long.MAX_VALUE && clock.millis() >= tooOldAt(arrivedAtMillis);
    }

    /** Notes that a message is due that was not before. */
    void noteDue(long arrivedAtMillis) {
        nextTooOldAt = Math.min(nextTooOldAt, tooOldAt(arrivedAtMillis));
    }

    private long tooOldAt(long arrivedAtMillis) {
        long at = arrivedAtMillis + limits.retentionMillis();
        return at < arrivedAtMillis ? Long.MAX_VALUE : at;
    }

    /** Drops as much as one step may. */
    void step() {
        unfinished = dropBeyondLimits(dropTooOld(DROPS_PER_STEP)) == 0;
    }

    /** How long until the next step, in nanoseconds; {@link Long#MAX_VALUE} for not before anything changes. */
    long waitNanos() {
        if (unfinished || nextTooOldAt == Long.MAX_VALUE) {
            return unfinished ? 0 : Long.MAX_VALUE;
        }
        long millis = nextTooOldAt <= clock.millis() ? 0 : nextTooOldAt - clock.millis();
        return Duration.ofMillis(Math.min(millis, LONGEST_WAIT_MILLIS)).toNanos();
    }

    private int dropTooOld(int most) {
        if (nextTooOldAt == Long.MAX_VALUE || clock.millis() < nextTooOldAt) {
            return most;
        }
        int left = most;
        StoredRecord oldest = content.next();
        while (oldest != null && left > 0 && isTooOld(oldest.arrivedAtMillis())) {
            content.drop(oldest, DropReason.RETENTION);
            left--;
            oldest = content.next();
        }
        nextTooOldAt = oldest == null ? Long.MAX_VALUE : tooOldAt(oldest.arrivedAtMillis());
        return left;
    }

    private int dropBeyondLimits(int most) {
        if (limits.maxMessages() == Long.MAX_VALUE && limits.maxMessageBytes() == Long.MAX_VALUE) {
            return most;
        }
        int left = most;
        long messages = content.messages() - limits.maxMessages();
        long bytes = content.bytes() - limits.maxMessageBytes();
        while (left > 0 && (messages > 0 || bytes > 0)) {
            StoredRecord oldest = content.next();
            if (oldest == null) {
                break;
            }
            content.drop(oldest, DropReason.LIMIT);
            messages--;
            bytes -= oldest.size();
            left--;
        }
        return left;
    }
}
