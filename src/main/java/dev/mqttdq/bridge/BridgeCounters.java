package dev.mqttdq.bridge;

import dev.mqttdq.egress.RetryCounters;
import dev.mqttdq.store.QueueCounters;

/** What is counted for one bridge as long as the process lives, over all its rebuilds. */
record BridgeCounters(QueueCounters queue, RetryCounters retries) {

    BridgeCounters() {
        this(new QueueCounters(), new RetryCounters());
    }
}
