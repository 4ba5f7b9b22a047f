package dev.mqttdq.config;

import java.util.List;

/**
 * A valid configuration and what is to be said about it.
 *
 * @param notices in the order of the configuration
 */
public record LoadedConfiguration(Configuration configuration, List<Notice> notices) {

    public LoadedConfiguration {
        notices = List.copyOf(notices);
    }
}
