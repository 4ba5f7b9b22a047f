package dev.mqttdq.api;

/**
 * Every time series of the bridges, under the name it has in Prometheus text. The names and labels are public: dashboards
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
            "When a configuration was last looked for, since the epoch");

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
