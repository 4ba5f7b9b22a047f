package dev.mqttdq.ingress;

import org.jspecify.annotations.Nullable;

/**
 * The session at the local broker at one moment.
 *
 * @param problem why no messages come in, or where subscribed, what is wrong with them; null while the broker has not
 *     answered yet
 */
public record IngressState(
        boolean connected, boolean subscribed, @Nullable String problem) {

    /** Before the first attempt has ended. */
    static final IngressState INITIAL = new IngressState(false, false, null);
}
