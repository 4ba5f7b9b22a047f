package dev.mqttdq.api;

import dev.mqttdq.bridge.BridgeSnapshot;
import dev.mqttdq.bridge.BridgeSnapshots;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Bridges that are what a test says they are. */
final class FakeBridges implements BridgeSnapshots {

    private volatile BridgeSnapshots current = List::of;

    void are(BridgeSnapshot... snapshots) {
        List<BridgeSnapshot> bridges = List.of(snapshots);
        current = () -> bridges;
    }

    void move(Traffic traffic) {
        AtomicLong step = new AtomicLong();
        current = () -> traffic.at(step.incrementAndGet());
    }

    @Override
    public List<BridgeSnapshot> bridges() {
        return current.bridges();
    }
}
