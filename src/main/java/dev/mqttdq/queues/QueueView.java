package dev.mqttdq.queues;

/** A queue and how it is doing. */
public record QueueView(QueueDefinition definition, QueueStats stats) {}
