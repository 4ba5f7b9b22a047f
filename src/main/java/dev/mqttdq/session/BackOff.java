package dev.mqttdq.session;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Waiting times between attempts: 1 s doubling to 60 s, each shortened by up to a quarter at random so that many
 * clients do not return at the same instant. Not thread-safe.
 */
public final class BackOff {

    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LAST = Duration.ofSeconds(60);
    private static final double JITTER = 0.25;

    private final RandomGenerator random;
    private Duration next = FIRST;

    public BackOff(RandomGenerator random) {
        this.random = random;
    }

    /** How long to wait before the next attempt. */
    public Duration next() {
        Duration delay = next;
        Duration doubled = delay.multipliedBy(2);
        next = doubled.compareTo(LAST) < 0 ? doubled : LAST;
        return Duration.ofNanos((long) (delay.toNanos() * (1 - JITTER * random.nextDouble())));
    }

    /** Begins with the shortest time again. */
    public void reset() {
        next = FIRST;
    }
}
