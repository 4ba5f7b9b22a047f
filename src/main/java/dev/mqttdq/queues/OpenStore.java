package dev.mqttdq.queues;

import dev.mqttdq.store.PartitionQueue;
import dev.mqttdq.store.QueueCounters;

/** A queue's messages on disk, and what is counted of them. */
record OpenStore(PartitionQueue queue, QueueCounters counters) {}
