package dev.mqttdq.bridge;

import dev.mqttdq.drain.Drainable;
import dev.mqttdq.drain.Remains;
import java.util.List;
import java.util.stream.Stream;

/** The enabled bridges of a manager, drained on its loop. */
final class DrainableBridges implements Drainable {

    private final BridgeManager bridges;

    DrainableBridges(BridgeManager bridges) {
        this.bridges = bridges;
    }

    @Override
    public Kind kind() {
        return Kind.BRIDGE;
    }

    @Override
    public void drain() {
        bridges.runOnLoop(() -> bridges.slots().forEach(BridgeSlot::drain));
    }

    @Override
    public boolean isServing() {
        return enabled().anyMatch(slot -> !slot.isDraining());
    }

    @Override
    public List<Remains> remains() {
        return enabled().filter(BridgeSlot::isDraining).map(BridgeSlot::remains).toList();
    }

    private Stream<BridgeSlot> enabled() {
        return bridges.slots().stream().filter(slot -> slot.settings().enable());
    }
}
