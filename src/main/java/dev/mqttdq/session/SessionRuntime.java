package dev.mqttdq.session;

import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * The threads and clocks that sessions of one bridge run on.
 *
 * @param loop owns their state
 * @param keepAlive where their connections are checked, which may wait a moment
 * @param random for jitter
 */
public record SessionRuntime(EventLoop loop, EventLoop keepAlive, InstantSource wallClock, RandomGenerator random) {}
