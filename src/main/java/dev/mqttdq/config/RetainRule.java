package dev.mqttdq.config;

/** The retain flag towards the remote. */
public enum RetainRule {
    /** The message's own ({@code "${retain}"}). */
    KEEP,
    TRUE,
    FALSE;

    /** What a message is sent with. */
    public boolean apply(boolean retain) {
        return this == KEEP ? retain : this == TRUE;
    }
}
