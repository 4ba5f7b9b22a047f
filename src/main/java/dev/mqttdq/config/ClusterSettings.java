package dev.mqttdq.config;

import java.time.Duration;
import java.util.List;

/** Several instances of the service seen as one. */
public record ClusterSettings(boolean enabled, List<ServerAddress> peers, Duration timeout, String shareGroup) {

    public ClusterSettings {
        peers = List.copyOf(peers);
    }
}
