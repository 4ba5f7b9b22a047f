package dev.mqttdq.cluster;

import dev.mqttdq.bridge.BridgeSnapshot;
import java.util.List;

/**
 * What one node said of itself.
 *
 * @param node its name
 * @param uptimeSeconds how long the service runs there
 * @param bridges every configured bridge
 */
public record NodeView(String node, long uptimeSeconds, List<BridgeSnapshot> bridges) {

    public NodeView {
        bridges = List.copyOf(bridges);
    }
}
