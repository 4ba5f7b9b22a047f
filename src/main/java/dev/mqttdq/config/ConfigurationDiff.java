package dev.mqttdq.config;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What differs between two configurations, in bridges, and whether anything does in message queues; neither touches the
 * other. Compared are resolved settings, the remote's included: spelling,
 * order and written defaults make no difference.
 *
 * @param added bridges that were not there, enabled or not
 * @param removed bridges that are no longer there
 * @param disabled bridges that were enabled and are not any more
 * @param changed all other bridges with a difference, and how much it takes
 * @param queues whether the settings of message queues differ
 */
public record ConfigurationDiff(
        Set<String> added, Set<String> removed, Set<String> disabled, Map<String, Kind> changed, boolean queues) {

    /** What a changed bridge needs. */
    public enum Kind {
        /** Only what is read for each message differs: connections and subscription stay. */
        SENDING_ONLY,
        /** It has to be stopped and started anew. */
        REBUILD
    }

    public ConfigurationDiff {
        added = Collections.unmodifiableSet(new TreeSet<>(added));
        removed = Collections.unmodifiableSet(new TreeSet<>(removed));
        disabled = Collections.unmodifiableSet(new TreeSet<>(disabled));
        changed = Collections.unmodifiableMap(new TreeMap<>(changed));
    }

    /** The way from one configuration to another. */
    public static ConfigurationDiff between(Configuration before, Configuration after) {
        Set<String> added = new TreeSet<>(after.bridges().keySet());
        added.removeAll(before.bridges().keySet());
        Set<String> removed = new TreeSet<>(before.bridges().keySet());
        removed.removeAll(after.bridges().keySet());
        Set<String> disabled = new TreeSet<>();
        Map<String, Kind> changed = new TreeMap<>();
        boolean allChanged = subscribesDifferently(before, after);
        boolean shared = after.cluster().enabled();
        before.bridges().forEach((name, old) -> {
            BridgeSettings now = after.bridges().get(name);
            if (now == null) {
                return;
            }
            if (old.enable() && !now.enable()) {
                disabled.add(name);
                return;
            }
            boolean resubscribed =
                    allChanged || shared && !before.shareGroup(old).equals(after.shareGroup(now));
            if (resubscribed || !now.equals(old)) {
                changed.put(name, resubscribed || !now.equals(sendingAs(old, now)) ? Kind.REBUILD : Kind.SENDING_ONLY);
            }
        });
        return new ConfigurationDiff(
                added, removed, disabled, changed, !before.queues().equals(after.queues()));
    }

    /** Whether there is none. */
    public boolean isEmpty() {
        return added.isEmpty() && removed.isEmpty() && disabled.isEmpty() && changed.isEmpty() && !queues;
    }

    /** Whether a bridge is there now and differs from what it was. */
    public boolean concerns(String bridge) {
        return added.contains(bridge) || disabled.contains(bridge) || changed.containsKey(bridge);
    }

    /** Whether something differs that every bridge's subscription at the local broker depends on. */
    private static boolean subscribesDifferently(Configuration before, Configuration after) {
        return !before.local().equals(after.local())
                || before.cluster().enabled() != after.cluster().enabled();
    }

    /** The old settings with what is read for each message taken from the new ones. */
    private static BridgeSettings sendingAs(BridgeSettings old, BridgeSettings now) {
        return new BridgeSettings(
                old.name(),
                old.enable(),
                old.remote(),
                old.protoVer(),
                old.clientidPrefix(),
                old.keepalive(),
                old.poolSize(),
                old.bufferPoolSize(),
                old.filterTopic(),
                now.remoteTopic(),
                now.enqueueTimeout(),
                old.maxInflight(),
                now.remoteQos(),
                now.remoteRetain(),
                now.maxPublishRetries(),
                old.ackTimeout(),
                now.maxPublishRate(),
                old.maxHops(),
                new QueueSettings(
                        old.queue().baseDir(),
                        old.queue().segBytes(),
                        now.queue().maxTotalBytes(),
                        old.queue().sync()));
    }
}
