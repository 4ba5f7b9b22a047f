package dev.mqttdq.bridge;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.config.LocalSettings;
import dev.mqttdq.ingress.LocalSessions;
import dev.mqttdq.ingress.LocalSubscription.Member;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What the bridges of this instance have in common.
 *
 * @param sessions where sessions at the local broker are noted
 * @param node the name of this instance among several; null where it is alone
 * @param shareGroups the group by which the instances share a bridge's messages
 * @param nanoTime a monotonic clock
 */
record BridgeEnvironment(
        LocalSettings local,
        LocalSessions sessions,
        @Nullable String node,
        Function<BridgeSettings, String> shareGroups,
        LongSupplier nanoTime,
        InstantSource wallClock,
        RandomGenerator random) {

    /** This instance among several that share a bridge's messages; null where it is alone. */
    @Nullable
    Member among(BridgeSettings bridge) {
        return node == null ? null : new Member(node, shareGroups.apply(bridge));
    }
}
