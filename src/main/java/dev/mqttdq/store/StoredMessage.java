package dev.mqttdq.store;

import dev.mqttdq.message.BridgeMessage;

/**
 * A message on disk.
 *
 * @param offset its place in the partition, growing by one with each message, never reused
 */
public record StoredMessage(long offset, BridgeMessage message) {}
