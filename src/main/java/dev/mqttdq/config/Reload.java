package dev.mqttdq.config;

import java.time.Instant;
import java.util.List;

/**
 * One attempt to take the configuration from its sources.
 *
 * @param problems why it was rejected or failed; empty otherwise
 */
public record Reload(Instant at, Outcome outcome, List<Problem> problems) {

    public Reload {
        problems = List.copyOf(problems);
    }

    /** How it ended. */
    public enum Outcome {
        /** A new configuration is in force. */
        APPLIED,
        /** Nothing differs. */
        UNCHANGED,
        /** The candidate was refused as a whole; what was in force before still is. */
        REJECTED,
        /** A valid configuration is in force, but not everything could follow it. */
        FAILED
    }
}
