package dev.mqttdq.egress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimitTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    // Monotonic clocks begin anywhere, and may pass the largest number.
    private long now = Long.MAX_VALUE - 2 * SECOND;

    @Test
    void isNoneAtZero() {
        RateLimit limit = new RateLimit(0);

        for (int i = 0; i < 1000; i++) {
            assertThat(limit.acquire(now)).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100, 1000, 50_000})
    void allowsSoManyASecondAndABurst(int perSecond) {
        RateLimit limit = new RateLimit(perSecond);

        // A waiting sender, for ten seconds.
        long end = now + 10 * SECOND;
        int sent = 0;
        while (end - now > 0) {
            Duration wait = limit.acquire(now);
            if (wait.isZero()) {
                sent++;
            } else {
                now += wait.toNanos();
            }
        }

        assertThat(sent).isBetween(10 * perSecond, 10 * perSecond + perSecond / 10 + 2);
    }

    @Test
    void savesNoMoreThanATenthOfASecond() {
        RateLimit limit = new RateLimit(100);
        limit.acquire(now);
        now += 3600 * SECOND;

        int burst = 0;
        while (limit.acquire(now).isZero()) {
            burst++;
        }

        assertThat(burst).isBetween(10, 11);
    }

    @Test
    void saysHowLongToWait() {
        RateLimit limit = new RateLimit(10);
        while (limit.acquire(now).isZero()) {
            // Takes what there is.
        }

        Duration wait = limit.acquire(now);

        assertThat(wait).isPositive().isLessThanOrEqualTo(Duration.ofMillis(100));
        assertThat(limit.acquire(now + wait.toNanos() - 1)).isEqualTo(Duration.ofNanos(1));
        assertThat(limit.acquire(now + wait.toNanos())).isZero();
    }
}
