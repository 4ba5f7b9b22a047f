package dev.mqttdq.queues;

import dev.mqttdq.message.BridgeMessage;

/**
 * A message on its way to a subscriber. What the client has not acknowledged when its subscription ends goes to others.
 *
 * @param offset the message's number in its queue, and beside it in the upper bits how often the subscription was attached to a
 *     queue before; with it the subscription answers
 * @param message as it was published, except that its Message Expiry Interval is what is left of it
 * @param attempt 1 for the first time it is delivered to anybody
 */
public record Delivery(long offset, BridgeMessage message, int attempt) {}
