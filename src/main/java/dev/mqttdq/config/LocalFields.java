package dev.mqttdq.config;

import dev.mqttdq.message.Qos;
import java.time.Duration;
import java.util.List;

/** The fields of {@code local}, which join those of {@link BrokerFields}. */
final class LocalFields {

    static final Field<String> SERVER = Field.optional(
            "server",
            FieldTypes.text(),
            "localhost:1883",
            "localhost:1883",
            "Address of the local broker as `host:port`, IPv6 in brackets. Without a port: 1883, with TLS 8883.");

    static final Field<ProtocolVersion> PROTO_VER = Field.optional(
            "proto_ver",
            FieldTypes.protocolVersion(ProtocolVersion.V4, ProtocolVersion.V5),
            ProtocolVersion.V5,
            "v5",
            "MQTT version of the local broker: 3.1.1 (the retain flag is lost then) or 5.0.");

    static final Field<Duration> KEEPALIVE = Field.optional(
            "keepalive_s",
            FieldTypes.seconds(0, 65_535),
            Duration.ofMinutes(1),
            "60",
            "MQTT keep alive in seconds, 0 for none.");

    static final Field<String> CLIENTID_PREFIX = Field.optional(
            "clientid_prefix",
            FieldTypes.text(),
            "mqtt-dq-",
            "mqtt-dq-",
            "Start of the client ids at the local broker. Empty stands for the default.");

    static final Field<Duration> SESSION_EXPIRY = Field.optional(
            "session_expiry_s",
            FieldTypes.seconds(1, Integer.MAX_VALUE),
            Duration.ofDays(1),
            "86400",
            "For how many seconds the local broker keeps messages while this service is away.");

    static final Field<Integer> RECEIVE_MAXIMUM = Field.optional(
            "receive_maximum",
            FieldTypes.integer(1, 65_535),
            1024,
            "1024",
            "Most unacknowledged QoS 1 and 2 messages of a bridge.");

    static final Field<Qos> SUBSCRIBE_QOS =
            Field.optional("subscribe_qos", FieldTypes.qos(), Qos.EXACTLY_ONCE, "2", "Highest QoS to receive with.");

    static final Field<Integer> RETAIN_HANDLING = Field.optional(
            "retain_handling",
            FieldTypes.integer(0, 2),
            2,
            "2",
            "Whether the broker sends retained messages: 0 at each subscribing, 1 at a new subscription, 2 never.");

    static final List<Field<?>> ALL = BrokerFields.and(
            List.of(SERVER),
            List.of(
                    PROTO_VER,
                    KEEPALIVE,
                    CLIENTID_PREFIX,
                    SESSION_EXPIRY,
                    RECEIVE_MAXIMUM,
                    SUBSCRIBE_QOS,
                    RETAIN_HANDLING));

    private LocalFields() {}
}
