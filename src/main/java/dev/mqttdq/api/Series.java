package dev.mqttdq.api;

/**
 * Every time series of bridges and queues, under the name it has in Prometheus text. The names and labels are public: dashboards
 * and alert rules depend on them.
 */
enum Series {
    UPTIME("emqx_bridge_mqtt_dq_uptime_seconds", Kind.GAUGE, "Seconds since the service started"),
    ENQUEUE("emqx_bridge_mqtt_dq_bridge_enqueue_total", Kind.COUNTER, "Messages accepted into the queue"),
    DEQUEUE("emqx_bridge_mqtt_dq_bridge_dequeue_total", Kind.COUNTER, "Messages durably finished"),
    PUBLISH("emqx_bridge_mqtt_dq_bridge_publish_total", Kind.COUNTER, "Messages the remote took"),
    DROP("emqx_bridge_mqtt_dq_bridge_drop_total", Kind.COUNTER, "Messages given up"),
    STATUS("emqx_bridge_mqtt_dq_bridge_status", Kind.GAUGE, "1 for the status the bridge has, 0 for the others"),
    RETRY_REASON("emqx_bridge_mqtt_dq_bridge_retry_reason_total", Kind.COUNTER, "Attempts repeated, by reason"),
    BUFFERED("emqx_bridge_mqtt_dq_buffer_buffered", Kind.GAUGE, "Messages on disk, not yet handed to a connector"),
    BACKLOG("emqx_bridge_mqtt_dq_connector_backlog", Kind.GAUGE, "Messages in the connector, not yet sent"),
    INFLIGHT("emqx_bridge_mqtt_dq_connector_inflight", Kind.GAUGE, "Messages sent, not yet acknowledged"),
    SUMMARY_BUFFERED("emqx_bridge_mqtt_dq_summary_buffered", Kind.GAUGE, "Messages on disk of all bridges"),

    DROP_REASON("mqtt_dq_bridge_drop_reason_total", Kind.COUNTER, "Messages given up, by reason"),
    LOCAL_CONNECTED(
            "mqtt_dq_bridge_local_connected", Kind.GAUGE, "1 while the bridge is subscribed at the local broker"),
    BYTES_ON_DISK("mqtt_dq_buffer_disk_bytes", Kind.GAUGE, "Bytes of the partition's files"),
    BYTES_LIMIT("mqtt_dq_buffer_limit_bytes", Kind.GAUGE, "queue.max_total_bytes of the partition"),
    OLDEST_AGE("mqtt_dq_buffer_oldest_age_seconds", Kind.GAUGE, "How long the partition's oldest message has waited"),
    CONNECTED("mqtt_dq_connector_connected", Kind.GAUGE, "1 while the connector is connected to the remote"),
    RECONNECTS("mqtt_dq_connector_reconnects_total", Kind.COUNTER, "Connections to the remote made after the first"),
    CONFIG_GENERATION(
            "mqtt_dq_config_generation", Kind.GAUGE, "Which configuration is in force; grows with each new one"),
    CONFIG_REJECTED("mqtt_dq_config_rejected", Kind.GAUGE, "1 while the sources hold a configuration that was refused"),
    CONFIG_RELOAD(
            "mqtt_dq_config_last_reload_timestamp_seconds",
            Kind.GAUGE,
            "When a configuration was last looked for, since the epoch"),

    QUEUE_MESSAGES("mqtt_dq_queue_messages", Kind.GAUGE, "Messages in the queue, with those in flight"),
    QUEUE_BYTES("mqtt_dq_queue_bytes", Kind.GAUGE, "Bytes of these messages"),
    QUEUE_BYTES_ON_DISK("mqtt_dq_queue_bytes_on_disk", Kind.GAUGE, "Bytes of the queue's files"),
    QUEUE_LIMIT_MESSAGES(
            "mqtt_dq_queue_limit_messages", Kind.GAUGE, "limits.max_message_count of the queue, where it has one"),
    QUEUE_LIMIT_BYTES(
            "mqtt_dq_queue_limit_bytes", Kind.GAUGE, "limits.max_message_bytes of the queue, where it has one"),
    QUEUE_OLDEST_AGE("mqtt_dq_queue_oldest_age_seconds", Kind.GAUGE, "How long the oldest message has waited"),
    QUEUE_SUBSCRIBERS("mqtt_dq_queue_subscribers", Kind.GAUGE, "Subscriptions attached to the queue"),
    QUEUE_SILENT("mqtt_dq_queue_silent", Kind.GAUGE, "Subscriptions that name another filter than the queue has"),
    QUEUE_INFLIGHT("mqtt_dq_queue_inflight", Kind.GAUGE, "Messages sent, not yet acknowledged"),
    QUEUE_ENQUEUED("mqtt_dq_queue_enqueued_total", Kind.COUNTER, "Messages taken into the queue"),
    QUEUE_DELIVERED("mqtt_dq_queue_delivered_total", Kind.COUNTER, "Times a message was sent to a subscriber"),
    QUEUE_ACKED("mqtt_dq_queue_acked_total", Kind.COUNTER, "Messages consumed"),
    QUEUE_REJECTED("mqtt_dq_queue_rejected_total", Kind.COUNTER, "Times a subscriber did not take a message"),
    QUEUE_REPLACED("mqtt_dq_queue_replaced_total", Kind.COUNTER, "Messages replaced by a newer one with their key"),
    QUEUE_EXPIRED("mqtt_dq_queue_expired_total", Kind.COUNTER, "Messages that grew too old"),
    QUEUE_DROPPED("mqtt_dq_queue_dropped_total", Kind.COUNTER, "Messages given up"),
    QUEUE_LOCAL_CONNECTED(
            "mqtt_dq_queue_local_connected", Kind.GAUGE, "1 while the queue is subscribed at the local broker"),
    QUEUE_PROBLEM("mqtt_dq_queue_problem", Kind.GAUGE, "1 while something is wrong with the queue");

    private final String metric;
    private final Kind kind;
    private final String help;

    Series(String metric, Kind kind, String help) {
        this.metric = metric;
        this.kind = kind;
        this.help = help;
    }

    /** The name in Prometheus text. */
    String metric() {
        return metric;
    }

    Kind kind() {
        return kind;
    }

    String help() {
        return help;
    }

    /** How a value moves. */
    enum Kind {
        /** Only grows while the process lives. */
        COUNTER,
        GAUGE
    }
}
