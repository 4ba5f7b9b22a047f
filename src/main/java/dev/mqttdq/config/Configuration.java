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

    private static <T> Map<String, T> sorted(Map<String, T> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(new TreeMap<>(map)));
    }
}
