package dev.mqttdq.bridge;

import dev.mqttdq.config.LocalSettings;
import dev.mqttdq.ingress.LocalSessions;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What the bridges of this instance have in common.
 *
 * @param sessions where sessions at the local broker are noted
 * @param node this instance among several; null where it is alone
 * @param shareGroup the group that shares the local messages; null where this instance is alone
 * @param nanoTime a monotonic clock
 */
record BridgeEnvironment(
        LocalSettings local,
        LocalSessions sessions,
        @Nullable String node,
        @Nullable String shareGroup,
        LongSupplier nanoTime,
        InstantSource wallClock,
        RandomGenerator random) {}
