package dev.mqttdq.config;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A whole, valid configuration.
 *
 * @param dataDir absolute
 * @param nodeName this instance among several
 * @param remotes by name, sorted
 * @param bridges by name, sorted
 * @param queues the message queues, which share nothing with bridges but the local broker
 */
public record Configuration(
        Path dataDir,
        String nodeName,
        LocalSettings local,
        ClusterSettings cluster,
        Map<String, RemoteSettings> remotes,
        Map<String, BridgeSettings> bridges,
        MessageQueuesSettings queues) {

    public Configuration {
        remotes = sorted(remotes);
        bridges = sorted(bridges);
    }

    /**
     * The group by which several instances share a bridge's messages: {@code cluster.share_group}, followed by a dot and the
     * bridge's name where another enabled bridge has the same filter. A group gets one copy of a message, and each of them
     * wants its own.
     */
    public String shareGroup(BridgeSettings bridge) {
        boolean doubled = bridges.values().stream()
                .anyMatch(other -> other.enable()
                        && !other.name().equals(bridge.name())
                        && other.filterTopic().equals(bridge.filterTopic()));
        return doubled ? cluster.shareGroup() + "." + bridge.name() : cluster.shareGroup();
    }

    private static <T> Map<String, T> sorted(Map<String, T> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(new TreeMap<>(map)));
    }
}
