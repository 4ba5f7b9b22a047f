package dev.mqttdq.bridge;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.store.PartitionQueue;
import dev.mqttdq.store.QueueCounters;
import java.nio.file.Path;

/** Opens one partition of a bridge; blocks while it does. */
@FunctionalInterface
interface PartitionOpener {

    /**
     * @param countFound whether the counters do not know yet of the messages in it
     * @throws dev.mqttdq.store.StorageException where another process has its directory
     */
    PartitionQueue open(BridgeSettings settings, Path directory, int index, QueueCounters counters, boolean countFound);
}
