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

    private final Duration first;
    private final Duration last;
    private final RandomGenerator random;
    private Duration next;

    public BackOff(RandomGenerator random) {
        this(FIRST, LAST, random);
    }

    /** With other times than usual. */
    BackOff(Duration first, Duration last, RandomGenerator random) {
        this.first = first;
        this.last = last;
        this.random = random;
        next = first;
    }

    /** How long to wait before the next attempt. */
    public Duration next() {
        Duration delay = next;
        Duration doubled = delay.multipliedBy(2);
        next = doubled.compareTo(last) < 0 ? doubled : last;
        return Duration.ofNanos((long) (delay.toNanos() * (1 - JITTER * random.nextDouble())));
    }

    /** Begins with the shortest time again. */
    public void reset() {
        next = first;
    }
}
