package dev.mqttdq.bridge;

import dev.mqttdq.config.LocalSettings;
import dev.mqttdq.ingress.LocalSessions;
import dev.mqttdq.ingress.LocalSubscription.Member;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What the bridges of this instance have in common.
 *
 * @param sessions where sessions at the local broker are noted
 * @param among this instance among several; null where it is alone
 * @param nanoTime a monotonic clock
 */
record BridgeEnvironment(
        LocalSettings local,
        LocalSessions sessions,
        @Nullable Member among,
        LongSupplier nanoTime,
        InstantSource wallClock,
        RandomGenerator random) {

    /** The name of this instance among several; null where it is alone. */
    @Nullable
    String node() {
        return among == null ? null : among.node();
    }
}
