package dev.mqttdq.bridge;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** A connector of a bridge as seen on all nodes that answered. */
public enum ConnectorState {
    /** Connected on every node. */
    CONNECTED,
    /** Connected on no node. */
    DISCONNECTED,
    /** Differs between the nodes. */
    PARTIAL,
    /** Never initialised. */
    MISSING,
    /** No node answered. */
    UNKNOWN;

    /** One node's connector. */
    public static ConnectorState of(BridgeSnapshot.ConnectorSnapshot connector) {
        if (!connector.started()) {
            return MISSING;
        }
        return connector.connected() ? CONNECTED : DISCONNECTED;
    }

    /** The same connector on several nodes. */
    public static ConnectorState merge(Collection<ConnectorState> nodes) {
        if (nodes.isEmpty()) {
            return UNKNOWN;
        }
        Set<ConnectorState> distinct = EnumSet.copyOf(nodes);
        return distinct.size() == 1 ? distinct.iterator().next() : PARTIAL;
    }

    /** The name in metrics and JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
