package dev.mqttdq.drain;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What is left of a bridge or message queue whose instance goes away.
 *
 * @param directory which keeps what remains
 * @param remaining messages on disk without an end
 * @param sessionEnded whether the local broker has forgotten the session, all that it held being stored
 * @param reason why something is left; null when nothing is
 */
public record Remains(
        String name,
        Path directory,
        long remaining,
        boolean sessionEnded,
        @Nullable String reason) {

    /** Whether nothing is left, neither on disk nor at the local broker. */
    public boolean drained() {
        return sessionEnded && remaining == 0;
    }
}
