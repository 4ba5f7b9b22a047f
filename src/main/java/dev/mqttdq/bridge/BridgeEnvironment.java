package dev.mqttdq.bridge;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.config.LocalSettings;
import dev.mqttdq.ingress.LocalSessions;
import dev.mqttdq.ingress.LocalSubscription;
import dev.mqttdq.ingress.LocalSubscription.Instance;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What the bridges of this instance have in common.
 *
 * @param sessions where sessions at the local broker are noted
 * @param node the name of this instance
 * @param shareGroups the group by which several instances share a bridge's messages; null where this one is alone
 * @param nanoTime a monotonic clock
 */
record BridgeEnvironment(
        LocalSettings local,
        LocalSessions sessions,
        String node,
        @Nullable Function<BridgeSettings, String> shareGroups,
        LongSupplier nanoTime,
        InstantSource wallClock,
        RandomGenerator random) {

    /** The session of a bridge at the local broker. */
    LocalSubscription subscription(BridgeSettings bridge) {
        Instance instance = new Instance(node, shareGroups == null ? null : shareGroups.apply(bridge));
        return LocalSubscription.of(bridge.name(), local, bridge.filterTopic(), bridge.maxHops(), instance, sessions);
    }

    /** The name of this instance among several; null where it is alone. */
    @Nullable
    String nodeAmongSeveral() {
        return shareGroups == null ? null : node;
    }
}
