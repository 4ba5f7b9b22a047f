package dev.mqttdq.config;

import dev.mqttdq.message.TopicFilter;
import java.time.Duration;

/**
 * One message queue: what it takes and how it hands it out.
 *
 * @param lastValue whether a new message replaces the unconsumed one with the same key
 * @param keyExpression how the key is found; of no effect unless {@code lastValue}
 * @param retention older messages are neither delivered nor kept
 * @param maxMessages most messages; {@link Long#MAX_VALUE} for no limit
 * @param maxMessageBytes most bytes of messages; {@link Long#MAX_VALUE} for no limit
 * @param consumerMaxInflight unacknowledged messages of this queue per subscriber
 * @param redispatchInterval wait before a rejected message is offered again when nobody else can take it
 * @param maxDeliveries attempts before a message is dropped; -1: never
 */
public record MessageQueueSettings(
        String name,
        TopicFilter topicFilter,
        boolean lastValue,
        String keyExpression,
        Duration retention,
        DispatchStrategy dispatchStrategy,
        long maxMessages,
        long maxMessageBytes,
        int consumerMaxInflight,
        Duration redispatchInterval,
        int maxDeliveries) {}
