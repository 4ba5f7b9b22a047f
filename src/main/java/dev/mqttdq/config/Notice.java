package dev.mqttdq.config;

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
}
