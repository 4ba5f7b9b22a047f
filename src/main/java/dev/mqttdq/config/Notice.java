package dev.mqttdq.config;

import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Something about a valid configuration that its owner should know. Never holds a secret.
 *
 * @param text one line that begins with the key
 */
public record Notice(Severity severity, String text) {

    /** How much it matters. */
    public enum Severity {
        /** It works, but not well. */
        WARNING,
        /** Something will not work before it is put right. */
        ERROR
    }

    /** Says it. */
    public void log() {
        LoggerFactory.getLogger(Notice.class)
                .atLevel(severity == Severity.ERROR ? Level.ERROR : Level.WARN)
                .log(text);
    }
}
