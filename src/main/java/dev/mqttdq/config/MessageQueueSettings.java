package dev.mqttdq.config;

import dev.mqttdq.message.TopicFilter;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

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
        int maxDeliveries) {

    /** What the name of a queue that somebody names looks like. */
    public static final Pattern NAME = Pattern.compile("[0-9A-Za-z][0-9A-Za-z._-]{0,255}");

    private static final List<String> OF_LISTENER = List.of("$queue/", "$q/");

    static final String NAME_RULE =
            "names must begin with a letter or digit and consist of at most 256 letters, digits, '.', '_' and '-'";

    /** Whether a filter is one by which clients consume queues, so that no queue can have it. */
    public static boolean isOfListener(String filter) {
        return OF_LISTENER.stream().anyMatch(filter::startsWith);
    }

    /** The same settings for a queue with another name and filter. */
    public MessageQueueSettings named(String otherName, TopicFilter otherFilter) {
        return new MessageQueueSettings(
                otherName,
                otherFilter,
                lastValue,
                keyExpression,
                retention,
                dispatchStrategy,
                maxMessages,
                maxMessageBytes,
                consumerMaxInflight,
                redispatchInterval,
                maxDeliveries);
    }
}
