package dev.mqttdq.queues.listener;

import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Why a client does not get in: the reason code of MQTT 5.0 section 3.2.2.2, and the return code of MQTT 3.1.1 section 3.2.2.3
 * where it has one for this; else the connection is closed without a word.
 */
enum Refusal {
    MALFORMED(MqttConnectReturnCode.CONNECTION_REFUSED_MALFORMED_PACKET, null),
    PROTOCOL_ERROR(MqttConnectReturnCode.CONNECTION_REFUSED_PROTOCOL_ERROR, null),
    PACKET_TOO_LARGE(MqttConnectReturnCode.CONNECTION_REFUSED_PACKET_TOO_LARGE, null),
    /** A client of a version that nobody knows is most likely to understand the oldest answer. */
    UNKNOWN_VERSION(
            MqttConnectReturnCode.CONNECTION_REFUSED_UNACCEPTABLE_PROTOCOL_VERSION,
            MqttConnectReturnCode.CONNECTION_REFUSED_UNACCEPTABLE_PROTOCOL_VERSION),
    INVALID_CLIENT_ID(
            MqttConnectReturnCode.CONNECTION_REFUSED_CLIENT_IDENTIFIER_NOT_VALID,
            MqttConnectReturnCode.CONNECTION_REFUSED_IDENTIFIER_REJECTED),
    BAD_CREDENTIALS(
            MqttConnectReturnCode.CONNECTION_REFUSED_BAD_USERNAME_OR_PASSWORD,
            MqttConnectReturnCode.CONNECTION_REFUSED_BAD_USER_NAME_OR_PASSWORD),
    ANONYMOUS(
            MqttConnectReturnCode.CONNECTION_REFUSED_NOT_AUTHORIZED_5,
            MqttConnectReturnCode.CONNECTION_REFUSED_NOT_AUTHORIZED),
    UNKNOWN_METHOD(
            MqttConnectReturnCode.CONNECTION_REFUSED_BAD_AUTHENTICATION_METHOD,
            MqttConnectReturnCode.CONNECTION_REFUSED_NOT_AUTHORIZED),
    RETAINED_WILL(MqttConnectReturnCode.CONNECTION_REFUSED_RETAIN_NOT_SUPPORTED, null),
    /** More logins wait than can be checked soon. */
    BUSY(
            MqttConnectReturnCode.CONNECTION_REFUSED_SERVER_BUSY,
            MqttConnectReturnCode.CONNECTION_REFUSED_SERVER_UNAVAILABLE),
    /** The user failed so often from this address that passwords are not checked for a while. */
    TOO_MANY_FAILURES(
            MqttConnectReturnCode.CONNECTION_REFUSED_CONNECTION_RATE_EXCEEDED,
            MqttConnectReturnCode.CONNECTION_REFUSED_SERVER_UNAVAILABLE);

    private final MqttConnectReturnCode reasonCode;
    private final @Nullable MqttConnectReturnCode legacyCode;

    Refusal(MqttConnectReturnCode reasonCode, @Nullable MqttConnectReturnCode legacyCode) {
        this.reasonCode = reasonCode;
        this.legacyCode = legacyCode;
    }

    @Nullable
    MqttConnectReturnCode code(boolean mqtt5) {
        return mqtt5 ? reasonCode : legacyCode;
    }

    /** In words. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
