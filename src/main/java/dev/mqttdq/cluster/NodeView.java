package dev.mqttdq.cluster;

import dev.mqttdq.bridge.BridgeSnapshot;
import java.util.List;

/**
 * What one node said of itself.
 *
 * @param node its name
 * @param instance which process it is: another one after each start, so that two with one name are told apart
 * @param uptimeSeconds how long the service runs there
 * @param bridges every configured bridge
 */
public record NodeView(String node, String instance, long uptimeSeconds, List<BridgeSnapshot> bridges) {

    public NodeView {
        bridges = List.copyOf(bridges);
    }
}
