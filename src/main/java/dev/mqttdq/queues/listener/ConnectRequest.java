package dev.mqttdq.queues.listener;

import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttConnectPayload;
import io.netty.handler.codec.mqtt.MqttConnectVariableHeader;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks for in its CONNECT (MQTT 5.0 section 3.1).
 *
 * @param clientId empty: the client wants one
 * @param credentials null: it comes without
 * @param authenticationMethod whether it wants enhanced authentication (section 4.12), which we do not have
 * @param keepAlive in seconds; 0: none
 * @param retainedWill whether it has a will that is to be retained
 * @param receiveMaximum unacknowledged messages it takes; 0 is an error; null where it does not say
 * @param maximumPacketSize in bytes; 0 is an error
 * @param wantsReasons Request Problem Information
 */
record ConnectRequest(
        boolean mqtt5,
        String clientId,
        boolean cleanStart,
        @Nullable Credentials credentials,
        boolean authenticationMethod,
        int keepAlive,
        boolean retainedWill,
        @Nullable Integer receiveMaximum,
        long maximumPacketSize,
        boolean wantsReasons) {

    static ConnectRequest of(MqttConnectMessage connect) {
        MqttConnectVariableHeader header = connect.variableHeader();
        MqttProperties properties = header.properties();
        return new ConnectRequest(
                header.version() == MqttVersion.MQTT_5.protocolLevel(),
                connect.payload().clientIdentifier(),
                header.isCleanSession(),
                credentials(header, connect.payload()),
                properties.getProperty(MqttProperties.AUTHENTICATION_METHOD) != null,
                header.keepAliveTimeSeconds(),
                header.isWillFlag() && header.isWillRetain(),
                number(properties, MqttProperties.RECEIVE_MAXIMUM),
                maximumPacketSize(properties),
                !Integer.valueOf(0).equals(number(properties, MqttProperties.REQUEST_PROBLEM_INFORMATION)));
    }

    /** A password without a user name is one of nobody, and never good. */
    private static @Nullable Credentials credentials(MqttConnectVariableHeader header, MqttConnectPayload payload) {
        if (!header.hasUserName() && !header.hasPassword()) {
            return null;
        }
        String username = header.hasUserName() ? payload.userName() : "";
        byte[] password = header.hasPassword() ? payload.passwordInBytes() : new byte[0];
        return new Credentials(username, new String(password, StandardCharsets.UTF_8));
    }

    private static @Nullable Integer number(MqttProperties properties, int property) {
        return properties.getProperty(property) instanceof IntegerProperty number ? number.value() : null;
    }

    private static long maximumPacketSize(MqttProperties properties) {
        Integer size = number(properties, MqttProperties.MAXIMUM_PACKET_SIZE);
        return size == null ? Long.MAX_VALUE : Integer.toUnsignedLong(size);
    }

    /** What is wrong with it, before anybody looks at who it is. */
    Optional<Refusal> problem(Limits limits) {
        if (!Texts.areWellFormed(clientId) || (credentials != null && !Texts.areWellFormed(credentials.username()))) {
            return Optional.of(Refusal.MALFORMED);
        }
        if (maximumPacketSize == 0 || (receiveMaximum != null && receiveMaximum == 0)) {
            return Optional.of(Refusal.PROTOCOL_ERROR);
        }
        if (authenticationMethod) {
            return Optional.of(Refusal.UNKNOWN_METHOD);
        }
        // [MQTT-3.2.2-13], since we say that retain is not available
        if (mqtt5 && retainedWill) {
            return Optional.of(Refusal.RETAINED_WILL);
        }
        // [MQTT-3.1.3-8] of MQTT 3.1.1: without an id of its own a client cannot have a session
        boolean anonymousSession = clientId.isEmpty() && !cleanStart && !mqtt5;
        if (anonymousSession || clientId.length() > limits.clientIdLength() || Texts.haveControlCharacters(clientId)) {
            return Optional.of(Refusal.INVALID_CLIENT_ID);
        }
        return Optional.empty();
    }

    /** How many unacknowledged messages it may be sent; what MQTT 5 says where the client does not (3.1.2.11.3). */
    int window(Limits limits) {
        if (!mqtt5) {
            return limits.window();
        }
        return receiveMaximum == null ? PacketIds.MAX : receiveMaximum;
    }

    /** How long it may be silent before it is asked to go, in seconds; 0: for ever. */
    int keepAlive(Limits limits) {
        int longest = (int) limits.keepAlive().toSeconds();
        // Before MQTT 5 a client cannot be told another one.
        return mqtt5 && (keepAlive == 0 || keepAlive > longest) ? longest : keepAlive;
    }

    /**
     * A user name and a password as they came.
     *
     * @param username empty where there is none
     */
    record Credentials(String username, String password) {

        @Override
        public String toString() {
            return username;
        }
    }
}
