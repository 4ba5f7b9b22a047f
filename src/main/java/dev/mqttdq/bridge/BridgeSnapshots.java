package dev.mqttdq.bridge;

import java.util.List;

/** Where the snapshots of this instance's bridges come from. Any thread may ask. */
@FunctionalInterface
public interface BridgeSnapshots {

    /** Every configured bridge, disabled ones too, by name. */
    List<BridgeSnapshot> bridges();
}
