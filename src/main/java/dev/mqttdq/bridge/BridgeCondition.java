package dev.mqttdq.bridge;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the status of a bridge depends on, and nothing else; of one node or of several taken together.
 *
 * @param buffers each partition, by index
 * @param connectors each connection to the remote, by index
 * @param store the state of the worst partition
 * @param local the state of the worst local session
 * @param paused whether an operator stopped it from sending
 * @param stalled whether messages wait and none was acknowledged for {@link StatusRules#STALL_LIMIT}
 * @param clusterComplete whether every node answered
 * @param errors the troubles that still stand, by where they are
 */
public record BridgeCondition(
        boolean enabled,
        List<BufferState> buffers,
        List<ConnectorState> connectors,
        Store store,
        Local local,
        boolean paused,
        boolean stalled,
        boolean clusterComplete,
        Errors errors) {

    public BridgeCondition {
        buffers = List.copyOf(buffers);
        connectors = List.copyOf(connectors);
    }

    /** The partitions' stores; a later one is worse. */
    public enum Store {
        SOUND,
        /** Something was lost when a partition was opened; it stores again. */
        DAMAGED,
        /** A partition cannot store now. */
        BROKEN
    }

    /** The session at the local broker; a later one is worse. */
    public enum Local {
        SUBSCRIBED,
        /** Takes no more messages, since this instance goes away. */
        DRAINING,
        /** Connected, the subscription not yet answered. */
        SUBSCRIBING,
        DISCONNECTED,
        /** The broker does not give us the subscription. */
        REFUSED,
        /** Messages come in that this bridge, or one that faces it, has forwarded before. */
        LOOPING
    }

    /**
     * The troubles in words; null where there is none.
     *
     * @param store of a partition
     * @param local of the local session
     * @param remote of a connector
     * @param last of the bridge as a whole, where nothing more exact is known
     */
    public record Errors(
            @Nullable String store,
            @Nullable String local,
            @Nullable String remote,
            @Nullable String last) {

        /** No trouble. */
        public static final Errors NONE = new Errors(null, null, null, null);
    }
}
