package dev.mqttdq.ingress;

import java.util.List;
import java.util.Optional;

/**
 * The sessions that this instance has at local brokers, and what they are subscribed to; survives the process. Without it,
 * a session whose bridge was removed or whose filter was changed meanwhile would go on collecting messages for nobody.
 * Thread-safe.
 */
public interface LocalSessions {

    /** The first of these client ids that has a session at this server; empty where none has. */
    Optional<String> firstKnown(List<String> clientIds, String server);

    /** Whether the session was last subscribed to just this, with this QoS, so that asking again would change nothing. */
    boolean holds(LocalSubscription subscription);

    /**
     * Notes a session before its broker is asked to subscribe.
     *
     * @return other filters that the same session may still be subscribed to at the same server
     */
    List<String> begin(LocalSubscription subscription);

    /** The session is subscribed to this and to nothing else. */
    void settled(LocalSubscription subscription);

    /** The session may no longer be subscribed to this, for its broker is asked to take it out. */
    void leaving(LocalSubscription subscription);

    /** The broker has forgotten the session of this client id. */
    void ended(String clientId);
}
