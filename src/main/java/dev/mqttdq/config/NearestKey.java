package dev.mqttdq.config;

import dev.mqttdq.message.NearestName;
import java.util.Collection;

/** Advice about mistyped keys. */
final class NearestKey {

    private NearestKey() {}

    /** What to say about an unknown key. */
    static String advice(String unknown, Collection<String> known) {
        return NearestName.of(unknown, known)
                .map(nearest -> "unknown key, the nearest known one is '" + nearest + "'")
                .orElse("unknown key");
    }
}
