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

    /** Whether this instance wants messages. */
    public enum Presence {
        STAYING,
        /** Takes what the broker still holds for it. */
        LEAVING,
        /** The broker has forgotten the session; all it held is stored here. */
        LEFT
    }
}
