package dev.mqttdq.config;

import java.time.Instant;
import java.util.List;

/**
 * The configuration in force and how it came about.
 *
 * @param generation 1 at the start, one more with each new configuration
 * @param source the file, or {@code environment} where there is none
 * @param since when it came into force
 * @param notices what is to be said about it
 * @param lastReload the latest attempt to take another one; the start is the first
 */
public record ConfigurationState(
        Configuration configuration,
        long generation,
        String source,
        Instant since,
        List<Notice> notices,
        Reload lastReload) {

    public ConfigurationState {
        notices = List.copyOf(notices);
    }

    /** Whether the sources hold something that was refused, so that they differ from what is in force. */
    public boolean isRejected() {
        return lastReload.outcome() == Reload.Outcome.REJECTED;
    }

    ConfigurationState with(Reload reload) {
        return new ConfigurationState(configuration, generation, source, since, notices, reload);
    }

    ConfigurationState next(LoadedConfiguration loaded, Reload reload) {
        return new ConfigurationState(
                loaded.configuration(), generation + 1, source, reload.at(), loaded.notices(), reload);
    }
}
