package dev.mqttdq.config;

import java.time.Duration;
import java.util.List;

/** The fields of {@code cluster}. */
final class ClusterFields {

    static final Field<Boolean> ENABLED =
            Field.optional("enabled", FieldTypes.bool(), false, "false", "Whether several instances share the work.");

    static final Field<List<ServerAddress>> PEERS = Field.optional(
            "peers",
            FieldTypes.peers(),
            List.of(),
            "",
            "All instances as `host:port` of their REST API; this one may be among them. Empty: Spring Cloud's discovery"
                    + " client is asked for the service `spring.application.name`.");

    static final Field<Duration> TIMEOUT = Field.optional(
            "timeout_ms",
            FieldTypes.millis(1, Integer.MAX_VALUE),
            Duration.ofSeconds(5),
            "5000",
            "How long the answers of the others are waited for, in milliseconds.");

    static final Field<String> SHARE_GROUP = Field.optional(
            "share_group",
            FieldTypes.shareGroup(),
            "mqtt-dq",
            "mqtt-dq",
            "Name of the shared subscription by which the instances share the local messages.");

    static final List<Field<?>> ALL = List.of(ENABLED, PEERS, TIMEOUT, SHARE_GROUP);

    private ClusterFields() {}
}
