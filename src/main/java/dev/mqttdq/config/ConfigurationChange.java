package dev.mqttdq.config;

import java.util.List;

/**
 * What a new configuration changes, or would change.
 *
 * @param generation the one in force when this was found out: after a write, the new one
 * @param notices what is to be said about the new configuration
 */
public record ConfigurationChange(long generation, ConfigurationDiff diff, List<Notice> notices) {

    public ConfigurationChange {
        notices = List.copyOf(notices);
    }
}
