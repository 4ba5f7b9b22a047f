package dev.mqttdq.session;

import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.config.Secret;
import dev.mqttdq.config.ServerAddress;
import dev.mqttdq.config.SslSettings;
import java.time.Duration;

/**
 * How to connect.
 *
 * @param cleanStart whether the broker forgets what it held for this client id (before MQTT 5: clean session)
 * @param sessionExpiry how long the broker keeps the session after the connection ended; zero: not at all
 * @param receiveMaximum most unacknowledged messages towards us
 * @param username empty: no credentials are sent
 * @param receiving whether messages come in on this connection
 */
public record SessionSettings(
        ServerAddress server,
        SslSettings ssl,
        ProtocolVersion version,
        String clientId,
        String username,
        Secret password,
        Duration keepalive,
        boolean cleanStart,
        Duration sessionExpiry,
        int receiveMaximum,
        boolean receiving) {}
