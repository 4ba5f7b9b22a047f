package dev.mqttdq.api;

import dev.mqttdq.bridge.BridgeSnapshot;
import dev.mqttdq.bridge.BridgeSnapshots;
import java.util.List;

/** Bridges that are what a test says they are. */
final class FakeBridges implements BridgeSnapshots {

    private volatile BridgeSnapshots current = List::of;

    void are(BridgeSnapshot... snapshots) {
        List<BridgeSnapshot> bridges = List.of(snapshots);
        current = () -> bridges;
    }

    void move(Traffic traffic) {
        current = traffic::next;
    }

    @Override
    public List<BridgeSnapshot> bridges() {
        return current.bridges();
    }
}
