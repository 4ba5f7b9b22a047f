package dev.mqttdq.cluster;

import dev.mqttdq.bridge.BridgeSnapshot.ConnectorSnapshot;
import dev.mqttdq.bridge.ConnectorState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One connector of a bridge over all nodes.
 *
 * @param backlog messages in it, not yet sent
 * @param inflight messages sent whose end is not yet recorded
 * @param reconnects connections made after the first
 * @param problem why it is not connected on some node; null when it is on all
 */
public record ConnectorRow(
        int index,
        ConnectorState state,
        long backlog,
        long inflight,
        long reconnects,
        @Nullable String problem) {

    static ConnectorRow merge(int index, List<ConnectorSnapshot> nodes) {
        return new ConnectorRow(
                index,
                ConnectorState.merge(nodes.stream().map(ConnectorState::of).toList()),
                nodes.stream().mapToLong(ConnectorSnapshot::backlog).sum(),
                nodes.stream().mapToLong(ConnectorSnapshot::inflight).sum(),
                nodes.stream().mapToLong(ConnectorSnapshot::reconnects).sum(),
                Conditions.first(nodes.stream().map(ConnectorSnapshot::problem)));
    }
}
