package dev.mqttdq.demo;

import dev.mqttdq.bridge.BridgeSnapshot;
import dev.mqttdq.bridge.BridgeSnapshots;

/** Says how many messages wait on disk, whenever that changes. One thread. */
final class QueueDepth {

    private final BridgeSnapshots bridges;
    private long last;

    QueueDepth(BridgeSnapshots bridges) {
        this.bridges = bridges;
    }

    void print() {
        for (BridgeSnapshot bridge : bridges.bridges()) {
            long waiting = bridge.enqueue() - bridge.dequeue();
            if (waiting != last && (waiting > 3 || last > 3)) {
                System.out.printf(
                        "   queue: %d messages on disk (%d in, %d sent)%n",
                        waiting, bridge.enqueue(), bridge.publish());
            }
            last = waiting;
        }
    }
}
