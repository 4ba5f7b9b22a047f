package dev.mqttdq.bridge;

import java.util.Map;
import java.util.Optional;

/** The configuration in force, for people to read: defaults filled in, secrets masked. Any thread may ask. */
public interface EffectiveSettings {

    /** The fields of a configured bridge under their configuration keys; empty for an unknown one. */
    Optional<Map<String, Object>> bridge(String name);

    /** The fields of the remote that a configured bridge publishes to; empty for an unknown bridge. */
    Optional<Map<String, Object>> remoteOf(String bridge);
}
