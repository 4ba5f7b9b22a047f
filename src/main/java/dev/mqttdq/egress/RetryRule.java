package dev.mqttdq.egress;

import dev.mqttdq.session.RemoteException;
import dev.mqttdq.session.RemoteException.Reason;
import dev.mqttdq.store.DropReason;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How often a message is tried: {@code max_publish_retries} attempts in all, 0 acting as 1, -1 without end. The wait after a
 * refused attempt is 1 s, doubling with each to 60 s, shortened by up to a quarter at random.
 */
final class RetryRule {

    private static final int WITHOUT_END = -1;
    private static final long FIRST_MILLIS = 1_000;
    private static final long LAST_MILLIS = 60_000;
    private static final int LAST_DOUBLING = 6;

    private final int attempts;
    private final RandomGenerator random;

    RetryRule(int maxPublishRetries, RandomGenerator random) {
        attempts = maxPublishRetries == WITHOUT_END ? Integer.MAX_VALUE : Math.max(1, maxPublishRetries);
        this.random = random;
    }

    /** After a failed attempt, the first being 1. */
    Verdict afterFailure(int attempt, RemoteException cause) {
        if (cause.reason() == Reason.CONNECTION_LOST) {
            return new Verdict.ConnectionOver(cause);
        }
        if (cause.isImpossible()) {
            return new Verdict.Drop(DropReason.INVALID_TOPIC, cause);
        }
        return isLast(attempt)
                ? new Verdict.Drop(DropReason.RETRIES_EXHAUSTED, cause)
                : new Verdict.Retry(delay(attempt), cause);
    }

    /** Whether there is no attempt after this one. */
    boolean isLast(int attempt) {
        return attempt >= attempts;
    }

    private Duration delay(int attempt) {
        long doubled = Math.min(LAST_MILLIS, FIRST_MILLIS << Math.min(attempt - 1, LAST_DOUBLING));
        return Duration.ofMillis((long) (doubled * (1 - 0.25 * random.nextDouble())));
    }
}
