package dev.mqttdq.config;

import dev.mqttdq.message.Qos;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The local broker and how bridges subscribe there.
 *
 * @param server {@link #address} as text; where that is null, the name of the variable that is not set, as configured
 * @param address where the broker listens, the default port filled in; null where it should have come from a variable that
 *     is not set
 * @param protoVer v5, or v4 where the broker knows no better (the retain flag is lost then)
 * @param sessionExpiry how long the broker keeps messages for us while we are away
 * @param receiveMaximum most unacknowledged QoS 1 and 2 messages of a bridge
 * @param subscribeQos highest QoS to receive with
 * @param retainHandling MQTT 5.0 section 3.8.3.1: 0 send retained messages at each subscribe, 1 at a new one, 2 never
 */
public record LocalSettings(
        String server,
        @Nullable ServerAddress address,
        String username,
        Secret password,
        SslSettings ssl,
        ProtocolVersion protoVer,
        Duration keepalive,
        String clientidPrefix,
        Duration sessionExpiry,
        int receiveMaximum,
        Qos subscribeQos,
        int retainHandling) {}
