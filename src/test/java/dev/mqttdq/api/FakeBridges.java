package dev.mqttdq.api;

import dev.mqttdq.bridge.BridgeSnapshot;
import dev.mqttdq.bridge.BridgeSnapshots;
import java.util.List;

/** Bridges that are what a test says they are. */
final class FakeBridges implements BridgeSnapshots {

    private volatile List<BridgeSnapshot> bridges = List.of();

    void are(BridgeSnapshot... snapshots) {
        bridges = List.of(snapshots);
    }

    @Override
    public List<BridgeSnapshot> bridges() {
        return bridges;
    }
}
