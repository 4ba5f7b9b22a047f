package dev.mqttdq.config;

import dev.mqttdq.message.TopicFilter;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The fields of one message queue, in the configuration as in REST. */
final class MessageQueueFields {

    static final Field<TopicFilter> TOPIC_FILTER = Field.required(
            "topic_filter",
            QueueFieldTypes.queueFilter(),
            new TopicFilter("#"),
            "Topic filter of the local messages that the queue takes. Cannot be changed.");

    static final Field<Boolean> IS_LASTVALUE = Field.optional(
            "is_lastvalue",
            FieldTypes.bool(),
            true,
            "true",
            "Whether a new message replaces the unconsumed one with the same key. Cannot be changed.");

    static final Field<String> KEY_EXPRESSION = Field.optional(
            "key_expression",
            QueueFieldTypes.keyExpression(),
            "message.from",
            "message.from",
            "How the key of a message is found; of no effect where `is_lastvalue` is false.");

    static final Field<Duration> RETENTION = Field.optional(
            "data_retention_period",
            QueueFieldTypes.duration(Duration.ofMillis(1)),
            Duration.ofDays(7),
            "7d",
            "Older messages are neither delivered nor kept.");

    static final Field<DispatchStrategy> DISPATCH_STRATEGY = Field.optional(
            "dispatch_strategy",
            QueueFieldTypes.dispatchStrategy(),
            DispatchStrategy.RANDOM,
            "random",
            "Which of the subscribers that have room gets the next message.");

    static final Field<Long> MAX_MESSAGE_COUNT = Field.optional(
                    "limits.max_message_count",
                    QueueFieldTypes.countLimit(),
                    Long.MAX_VALUE,
                    QueueFieldTypes.INFINITY,
                    "Most messages; beyond, the oldest unconsumed ones are dropped.")
            .withAlias("limits.max_shard_message_count");

    static final Field<Long> MAX_MESSAGE_BYTES = Field.optional(
                    "limits.max_message_bytes",
                    QueueFieldTypes.sizeLimit(),
                    Long.MAX_VALUE,
                    QueueFieldTypes.INFINITY,
                    "Most bytes of messages; beyond, the oldest unconsumed ones are dropped.")
            .withAlias("limits.max_shard_message_bytes");

    static final Field<Integer> CONSUMER_MAX_INFLIGHT = Field.optional(
            "consumer_max_inflight",
            FieldTypes.integer(1, 65_535),
            10,
            "10",
            "Unacknowledged messages of this queue per subscriber, never above the client's Receive Maximum.");

    static final Field<Duration> REDISPATCH_INTERVAL = Field.optional(
            "redispatch_interval",
            QueueFieldTypes.duration(Duration.ofMillis(1)),
            Duration.ofMillis(100),
            "100ms",
            "Wait before a rejected message is offered again when nobody else can take it.");

    static final Field<Integer> MAX_DELIVERIES = Field.optional(
            "max_deliveries",
            QueueFieldTypes.attempts(),
            -1,
            "-1",
            "Attempts in all before a message is dropped; -1 never drops.");

    /** What a queue that is made for a subscription takes from its template. */
    static final List<Field<?>> TEMPLATE = List.of(
            KEY_EXPRESSION,
            RETENTION,
            DISPATCH_STRATEGY,
            MAX_MESSAGE_COUNT,
            MAX_MESSAGE_BYTES,
            CONSUMER_MAX_INFLIGHT,
            REDISPATCH_INTERVAL,
            MAX_DELIVERIES);

    static final List<Field<?>> ALL = Stream.concat(Stream.of(TOPIC_FILTER, IS_LASTVALUE), TEMPLATE.stream())
            .toList();

    private MessageQueueFields() {}
}
