package dev.mqttdq.config;

import dev.mqttdq.message.TopicFilter;
import dev.mqttdq.message.TopicTemplate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The fields of {@code bridges.<name>}. */
final class BridgeFields {

    static final Field<Boolean> ENABLE = Field.optional(
            "enable", FieldTypes.bool(), true, "true", "Whether the bridge runs. Disabling it purges its queue.");

    static final Field<String> REMOTE =
            Field.required("remote", FieldTypes.text(), "", "The remote to forward to, by its name in `remotes`.");

    static final Field<ProtocolVersion> PROTO_VER = Field.optional(
            "proto_ver",
            FieldTypes.protocolVersion(ProtocolVersion.values()),
            ProtocolVersion.V4,
            "v4",
            "MQTT version towards the remote: 3.1, 3.1.1 or 5.0.");

    static final Field<String> CLIENTID_PREFIX = Field.optional(
            "clientid_prefix",
            FieldTypes.text(),
            "",
            "emqx-dq-<name>-",
            "Start of the client ids; the index of the connection follows. Empty stands for the default.");

    static final Field<Duration> KEEPALIVE = Field.optional(
            "keepalive_s",
            FieldTypes.seconds(0, 65_535),
            Duration.ofMinutes(1),
            "60",
            "MQTT keep alive in seconds, 0 for none. The Server Keep Alive of an MQTT 5 remote wins.");

    static final Field<Integer> POOL_SIZE =
            Field.optional("pool_size", FieldTypes.integer(1, Integer.MAX_VALUE), 4, "4", "Connections to the remote.");

    static final Field<Integer> BUFFER_POOL_SIZE = Field.optional(
            "buffer_pool_size",
            FieldTypes.integer(1, Integer.MAX_VALUE),
            4,
            "4",
            "Partitions of the queue; partition i uses connection i mod `pool_size`. Best a multiple of `pool_size`.");

    static final Field<TopicFilter> FILTER_TOPIC = Field.required(
            "filter_topic",
            FieldTypes.filter(),
            new TopicFilter("#"),
            "Topic filter of the local messages to forward. `+` and `#` as in MQTT; no shared subscription.");

    static final Field<TopicTemplate> REMOTE_TOPIC = Field.required(
            "remote_topic",
            FieldTypes.template(),
            new TopicTemplate(TopicTemplate.PLACEHOLDER),
            "Topic at the remote; every `${topic}` becomes the local topic. Applied when a message is sent.");

    static final Field<Duration> ENQUEUE_TIMEOUT = Field.optional(
            "enqueue_timeout_ms",
            FieldTypes.millis(1, Integer.MAX_VALUE),
            Duration.ofSeconds(5),
            "5000",
            "How long a QoS 1 or 2 message may wait for the disk before a warning; it is not lost.");

    static final Field<Integer> MAX_INFLIGHT = Field.optional(
            "max_inflight",
            FieldTypes.integer(1, 65_535),
            32,
            "32",
            "Most unacknowledged messages of a connection, never above the remote's Receive Maximum; and of each partition at most 4 MB, or one message.");

    static final Field<QosRule> REMOTE_QOS = Field.optional(
            "remote_qos",
            FieldTypes.qosRule(),
            QosRule.KEEP,
            "${qos}",
            "QoS towards the remote; `${qos}` keeps the message's own.");

    static final Field<RetainRule> REMOTE_RETAIN = Field.optional(
            "remote_retain",
            FieldTypes.retainRule(),
            RetainRule.KEEP,
            "${retain}",
            "Retain flag towards the remote; `${retain}` keeps the message's own.");

    static final Field<Integer> MAX_PUBLISH_RETRIES = Field.optional(
            "max_publish_retries",
            FieldTypes.integer(-1, Integer.MAX_VALUE),
            -1,
            "-1",
            "Attempts in all before a message is dropped; -1 never drops, 0 acts as 1.");

    static final Field<Duration> ACK_TIMEOUT = Field.optional(
            "ack_timeout_s",
            FieldTypes.seconds(1, Integer.MAX_VALUE),
            Duration.ofSeconds(30),
            "30",
            "Without any acknowledgement for so many seconds a connection is renewed.");

    static final Field<Integer> MAX_PUBLISH_RATE = Field.optional(
            "max_publish_rate",
            FieldTypes.integer(0, Integer.MAX_VALUE),
            0,
            "0",
            "Most messages per second of the bridge towards the remote; 0 for no limit.");

    static final Field<Integer> MAX_HOPS = Field.optional(
            "max_hops",
            FieldTypes.integer(0, 1_000),
            0,
            "0",
            "Counts in the user property `mqtt-dq-hops` how often a message was forwarded, and drops those that were so"
                    + " often already; stops loops between MQTT 5 brokers. 0 counts nothing.");

    static final Field<Path> BASE_DIR = Field.optional(
            "queue.base_dir",
            FieldTypes.path(),
            Path.of("emqx_bridge_mqtt_dq"),
            "emqx_bridge_mqtt_dq",
            "Directory of the queues; a partition lies in `<base_dir>/<bridge>/<index>`. Relative to the data directory.");

    static final Field<Long> SEG_BYTES = Field.optional(
                    "queue.seg_bytes",
                    FieldTypes.size(),
                    100L << 20,
                    "100MB",
                    "Largest segment file of a partition. `queue_seg_bytes` beside `queue` means the same.")
            .withAlias("queue_seg_bytes");

    static final Field<Long> MAX_TOTAL_BYTES = Field.optional(
            "queue.max_total_bytes",
            FieldTypes.size(),
            1L << 30,
            "1GB",
            "Most bytes of a partition on disk; beyond, its oldest messages are dropped.");

    static final Field<QueueSettings.Sync> SYNC = Field.optional(
            "queue.sync",
            FieldTypes.sync(),
            QueueSettings.Sync.ALWAYS,
            "always",
            "`always` forces each group of messages to the device before acknowledging it; `os` leaves that to the system.");

    static final List<Field<?>> ALL = List.of(
            ENABLE,
            REMOTE,
            PROTO_VER,
            CLIENTID_PREFIX,
            KEEPALIVE,
            POOL_SIZE,
            BUFFER_POOL_SIZE,
            FILTER_TOPIC,
            REMOTE_TOPIC,
            ENQUEUE_TIMEOUT,
            MAX_INFLIGHT,
            REMOTE_QOS,
            REMOTE_RETAIN,
            MAX_PUBLISH_RETRIES,
            ACK_TIMEOUT,
            MAX_PUBLISH_RATE,
            MAX_HOPS,
            BASE_DIR,
            SEG_BYTES,
            MAX_TOTAL_BYTES,
            SYNC);

    private BridgeFields() {}
}
