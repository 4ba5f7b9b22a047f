package dev.mqttdq.bridge;

import dev.mqttdq.bridge.BridgeSnapshot.ConnectorSnapshot;
import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.drain.Remains;
import dev.mqttdq.ingress.IngressState;
import dev.mqttdq.ingress.IngressState.Presence;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Puts into words why something is left of a bridge. */
final class RemainsReader {

    private final BridgeSettings settings;
    private final IngressState local;

    RemainsReader(BridgeSettings settings, IngressState local) {
        this.settings = settings;
        this.local = local;
    }

    /** @param remaining messages on disk without an end */
    Remains of(BridgeSnapshot bridge, long remaining) {
        boolean sessionEnded = local.presence() == Presence.LEFT;
        String reason = Stream.of(sessionEnded ? null : local.whyNotLeft(), remaining == 0 ? null : atRemote(bridge))
                .filter(Objects::nonNull)
                .collect(Collectors.joining("; "));
        return new Remains(
                bridge.name(), Bridge.directory(settings), remaining, sessionEnded, reason.isEmpty() ? null : reason);
    }

    private static String atRemote(BridgeSnapshot bridge) {
        if (bridge.paused()) {
            return "paused by an operator";
        }
        return bridge.connectors().stream()
                .map(ConnectorSnapshot::problem)
                .filter(Objects::nonNull)
                .findFirst()
                .map(problem -> "remote not connected: " + problem)
                .orElse("the remote has not acknowledged all messages yet");
    }
}
