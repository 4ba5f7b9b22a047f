package dev.mqttdq.ingress;

import org.jspecify.annotations.Nullable;

/**
 * The session at the local broker at one moment.
 *
 * @param problem why no messages come in, or where subscribed, what is wrong with them; null while the broker has not
 *     answered yet, and where none are wanted
 */
public record IngressState(
        boolean connected, boolean subscribed, @Nullable String problem, Presence presence) {

    /** Before the first attempt has ended. */
    public static final IngressState INITIAL = new IngressState(false, false, null, Presence.STAYING);

    /** Why the broker has not forgotten the session yet, of one that is leaving. */
    public String whyNotLeft() {
        if (problem != null) {
            return connected ? problem : "local broker not connected: " + problem;
        }
        return connected
                ? "the local broker still holds messages, or has not shown yet that it holds none"
                : "the session at the local broker is not ended yet";
    }

    /** Whether this instance wants messages. */
    public enum Presence {
        STAYING,
        /** Takes what the broker still holds for it. */
        LEAVING,
        /** The broker has forgotten the session; all it held is stored here. */
        LEFT
    }
}
