/**
 * Message queues: named, durable, consumed by MQTT clients. A queue takes what matches its filter from the local broker,
 * keeps it on disk, and hands it to the subscriptions attached to it until one of them has acknowledged it.
 */
@NullMarked
package dev.mqttdq.queues;

import org.jspecify.annotations.NullMarked;
