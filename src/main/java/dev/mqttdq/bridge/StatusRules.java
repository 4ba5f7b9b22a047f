package dev.mqttdq.bridge;

import dev.mqttdq.bridge.BridgeCondition.Errors;
import dev.mqttdq.bridge.BridgeCondition.Local;
import dev.mqttdq.bridge.BridgeCondition.Store;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * From a bridge's condition to what is told about it. Pure: the same condition always gives the same answer, and the
 * status is {@link BridgeStatus#OK} exactly when there is no reason.
 *
 * <p>The first finding that applies decides, in this order: disabled; workers missing, store broken or subscription
 * refused ({@code error}); no connector connected ({@code disconnected}); anything less than all ({@code partial}).
 */
public final class StatusRules {

    /** How long messages may wait without any acknowledgement before a bridge is no longer called ok. */
    public static final Duration STALL_LIMIT = Duration.ofSeconds(30);

    private StatusRules() {}

    /** What there is of the bridge. */
    public static RuntimeState runtimeState(BridgeCondition bridge) {
        if (!bridge.enabled()) {
            return RuntimeState.PURGED;
        }
        return workersMissing(bridge) || bridge.store() != Store.SOUND ? RuntimeState.DEGRADED : RuntimeState.RUNNING;
    }

    /** How the bridge does. */
    public static BridgeStatus status(BridgeCondition bridge) {
        return finding(bridge).status;
    }

    /** Why, in one sentence a person can act on, the standing error added; null when the status is ok. */
    public static @Nullable String reason(BridgeCondition bridge) {
        Finding finding = finding(bridge);
        String error = error(finding, bridge.errors());
        return error == null || finding.sentence == null ? finding.sentence : finding.sentence + ": " + error;
    }

    private static Finding finding(BridgeCondition bridge) {
        if (!bridge.enabled()) {
            return bridge.errors().last() == null ? Finding.DISABLED : Finding.NOT_PURGED;
        }
        if (bridge.store() == Store.BROKEN) {
            return Finding.STORE_BROKEN;
        }
        if (workersMissing(bridge)) {
            return Finding.WORKERS_MISSING;
        }
        if (bridge.local() == Local.REFUSED) {
            return Finding.SUBSCRIPTION_REFUSED;
        }
        return bridge.connectors().stream().allMatch(ConnectorState.CONNECTED::equals)
                ? whileConnected(bridge)
                : notAllConnected(bridge);
    }

    private static Finding notAllConnected(BridgeCondition bridge) {
        if (bridge.connectors().stream().allMatch(ConnectorState.UNKNOWN::equals)) {
            return Finding.NOBODY_ANSWERED;
        }
        boolean any = bridge.connectors().stream()
                .anyMatch(state -> state == ConnectorState.CONNECTED || state == ConnectorState.PARTIAL);
        return any ? Finding.SOME_CONNECTED : Finding.NONE_CONNECTED;
    }

    private static Finding whileConnected(BridgeCondition bridge) {
        if (bridge.local() == Local.DISCONNECTED) {
            return Finding.LOCAL_DISCONNECTED;
        }
        if (bridge.local() == Local.SUBSCRIBING) {
            return Finding.SUBSCRIBING;
        }
        if (bridge.local() == Local.LOOPING) {
            return Finding.LOOPING;
        }
        if (bridge.paused()) {
            return Finding.PAUSED;
        }
        if (bridge.stalled()) {
            return Finding.STALLED;
        }
        if (bridge.local() == Local.DRAINING) {
            return Finding.DRAINING;
        }
        if (bridge.store() == Store.DAMAGED) {
            return Finding.STORE_DAMAGED;
        }
        return bridge.clusterComplete() ? Finding.OK : Finding.CLUSTER_PARTIAL;
    }

    private static boolean workersMissing(BridgeCondition bridge) {
        return bridge.buffers().isEmpty()
                || bridge.connectors().isEmpty()
                || bridge.buffers().contains(BufferState.MISSING)
                || bridge.connectors().contains(ConnectorState.MISSING);
    }

    private static @Nullable String error(Finding finding, Errors errors) {
        String exact = switch (finding.place) {
            case STORE -> errors.store();
            case LOCAL -> errors.local();
            case REMOTE -> errors.remote();
            case NOWHERE -> null;
            case BRIDGE -> errors.last();
        };
        return exact != null || finding.place == Place.NOWHERE ? exact : errors.last();
    }

    /** Where the error that explains a finding is looked for first. */
    private enum Place {
        NOWHERE,
        STORE,
        LOCAL,
        REMOTE,
        BRIDGE
    }

    private enum Finding {
        OK(BridgeStatus.OK, Place.NOWHERE, null),
        DISABLED(BridgeStatus.DISABLED, Place.NOWHERE, "Bridge disabled in config; workers stopped and queue purged"),
        NOT_PURGED(
                BridgeStatus.DISABLED,
                Place.BRIDGE,
                "Bridge disabled in config; workers stopped, queue not yet purged"),
        WORKERS_MISSING(BridgeStatus.ERROR, Place.BRIDGE, "Expected bridge workers are missing"),
        STORE_BROKEN(BridgeStatus.ERROR, Place.STORE, "A queue partition cannot store messages"),
        SUBSCRIPTION_REFUSED(BridgeStatus.ERROR, Place.LOCAL, "The local broker refused the subscription"),
        NONE_CONNECTED(BridgeStatus.DISCONNECTED, Place.REMOTE, "All connector slots are disconnected"),
        NOBODY_ANSWERED(BridgeStatus.DISCONNECTED, Place.NOWHERE, "Cluster aggregation is partial"),
        SOME_CONNECTED(BridgeStatus.PARTIAL, Place.REMOTE, "Only part of the connector capacity is connected"),
        LOCAL_DISCONNECTED(BridgeStatus.PARTIAL, Place.LOCAL, "The local broker is not connected"),
        SUBSCRIBING(BridgeStatus.PARTIAL, Place.LOCAL, "The local broker has not yet confirmed the subscription"),
        LOOPING(BridgeStatus.PARTIAL, Place.LOCAL, "Messages run in a loop between bridges"),
        PAUSED(BridgeStatus.PARTIAL, Place.NOWHERE, "Paused by an operator; messages collect on disk"),
        STALLED(
                BridgeStatus.PARTIAL,
                Place.BRIDGE,
                "Messages are waiting but the remote has acknowledged none for over " + STALL_LIMIT.toSeconds() + " s"),
        DRAINING(BridgeStatus.PARTIAL, Place.NOWHERE, "Draining for scale-down; takes no more messages"),
        STORE_DAMAGED(BridgeStatus.PARTIAL, Place.STORE, "A queue partition lost messages when it was opened"),
        CLUSTER_PARTIAL(BridgeStatus.PARTIAL, Place.NOWHERE, "Cluster aggregation is partial");

        private final BridgeStatus status;
        private final Place place;
        private final @Nullable String sentence;

        Finding(BridgeStatus status, Place place, @Nullable String sentence) {
            this.status = status;
            this.place = place;
            this.sentence = sentence;
        }
    }
}
