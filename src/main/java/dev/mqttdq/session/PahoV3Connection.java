package dev.mqttdq.session;

import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.OutputStream;
import java.util.function.Consumer;
import org.eclipse.paho.client.mqttv3.IMqttActionListener;
import org.eclipse.paho.client.mqttv3.IMqttDeliveryToken;
import org.eclipse.paho.client.mqttv3.IMqttToken;
import org.eclipse.paho.client.mqttv3.MqttAsyncClient;
import org.eclipse.paho.client.mqttv3.MqttCallback;
import org.eclipse.paho.client.mqttv3.MqttClientPersistence;
import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.client.mqttv3.MqttMessage;
import org.eclipse.paho.client.mqttv3.MqttPersistable;
import org.eclipse.paho.client.mqttv3.MqttPersistenceException;
import org.eclipse.paho.client.mqttv3.internal.wire.MqttPublish;
import org.eclipse.paho.client.mqttv3.internal.wire.MqttWireMessage;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;
import org.jspecify.annotations.Nullable;

/** A connection of MQTT 3.1 or 3.1.1. Paho keeps nothing for us: memory persistence, no reconnect. */
final class PahoV3Connection extends PahoConnection {

    private static final int SUBSCRIPTION_REFUSED = 0x80;
    private static final int LAST_RETURN_CODE = 5;

    private final SessionSettings settings;
    private final Client client;

    PahoV3Connection(SessionSettings settings, ReadGate gate, ConnectionListener listener) {
        super(settings, gate, listener);
        this.settings = settings;
        try {
            client = new Client(settings.clientId(), new QosTwoTap());
        } catch (MqttException e) {
            throw new IllegalStateException("a client could not be made", e);
        }
        client.setManualAcks(true);
        client.setCallback(new Callback());
    }

    @Override
    public void connect() {
        try {
            client.connect(options(), null, new IMqttActionListener() {
                @Override
                public void onSuccess(IMqttToken token) {
                    listener().connected(Connack.legacy(token.getSessionPresent()));
                }

                @Override
                public void onFailure(IMqttToken token, Throwable failure) {
                    end(connectFailure(failure));
                }
            });
        } catch (MqttException e) {
            end(connectFailure(e));
        }
    }

    private MqttConnectOptions options() {
        MqttConnectOptions options = new LinkOptionsV3(link());
        options.setAutomaticReconnect(false);
        options.setMqttVersion(
                settings.version() == ProtocolVersion.V3
                        ? MqttConnectOptions.MQTT_VERSION_3_1
                        : MqttConnectOptions.MQTT_VERSION_3_1_1);
        options.setCleanSession(settings.cleanStart());
        options.setKeepAliveInterval((int) settings.keepalive().toSeconds());
        options.setMaxInflight(65_535);
        if (!settings.username().isEmpty()) {
            options.setUserName(settings.username());
            if (!settings.password().isEmpty()) {
                options.setPassword(settings.password().value().toCharArray());
            }
        }
        return options;
    }

    @Override
    public void publish(OutboundPublish publish, PublishListener outcome) {
        if (!isEncodable(publish)) {
            outcome.failed(
                    RemoteException.impossible("its topic has characters that the client for MQTT 3 does not send"));
            return;
        }
        MqttMessage message = new MqttMessage(publish.payload());
        message.setQos(publish.qos().value());
        message.setRetained(publish.retain());
        try {
            client.publish(publish.topic(), message, null, new IMqttActionListener() {
                @Override
                public void onSuccess(IMqttToken token) {
                    outcome.published();
                }

                @Override
                public void onFailure(IMqttToken token, Throwable failure) {
                    outcome.failed(lost(failure));
                }
            });
        } catch (MqttException e) {
            outcome.failed(lost(e));
        }
    }

    /** The client's sending thread dies of what it cannot encode, and with it the connection. */
    private static boolean isEncodable(OutboundPublish publish) {
        try {
            Texts.encode(publish.topic());
            return true;
        } catch (IllegalArgumentException | MqttException e) {
            return false;
        }
    }

    @Override
    public void subscribe(String filter, Qos qos, int retainHandling, Consumer<@Nullable RemoteException> answer) {
        IMqttActionListener listening = new IMqttActionListener() {
            @Override
            public void onSuccess(IMqttToken token) {
                int[] granted = token.getGrantedQos();
                answer.accept(
                        granted.length > 0 && granted[0] >= SUBSCRIPTION_REFUSED
                                ? new RemoteException(granted[0], "subscription refused")
                                : null);
            }

            @Override
            public void onFailure(IMqttToken token, Throwable failure) {
                answer.accept(lost(failure));
            }
        };
        try {
            client.subscribe(filter, qos.value(), null, listening);
        } catch (MqttException e) {
            answer.accept(lost(e));
        }
    }

    @Override
    public void unsubscribe(String filter, Consumer<@Nullable RemoteException> answer) {
        IMqttActionListener listening = new IMqttActionListener() {
            @Override
            public void onSuccess(IMqttToken token) {
                answer.accept(null);
            }

            @Override
            public void onFailure(IMqttToken token, Throwable failure) {
                // The connection ends, and its listener is told.
            }
        };
        endIfFailing(() -> client.unsubscribe(filter, null, listening));
    }

    @Override
    void complete(int packetId, int qos) throws MqttException {
        client.messageArrivedComplete(packetId, qos);
    }

    @Override
    void ping() throws MqttException {
        client.checkPing(null, null);
    }

    @Override
    void heard() {
        client.heard();
    }

    @Override
    void goodbye() throws MqttException {
        client.disconnect(0);
    }

    @Override
    void decode(DataInputStream text) throws MqttException {
        Texts.decode(text);
    }

    private static RemoteException connectFailure(Throwable failure) {
        int code = failure instanceof MqttException e ? e.getReasonCode() : 0;
        if (code > 0 && code <= LAST_RETURN_CODE) {
            return new RemoteException(code, "connection refused with " + ReasonCodes.describeLegacy(code));
        }
        return failed(failure);
    }

    private void arrived(int packetId, String topic, MqttMessage message) {
        arrived(new InboundPublish(
                packetId,
                topic,
                message.getPayload(),
                Qos.of(message.getQos()),
                message.isRetained(),
                MessageProperties.NONE));
    }

    /**
     * Takes messages of QoS 2 when they arrive. Paho would hand them out only at PUBREL, which the broker sends after
     * PUBREC, which we send when the message is stored: so it must be had here. Only received messages are put under
     * {@code r-}.
     */
    private final class QosTwoTap extends MemoryPersistence {

        @Override
        public void put(String key, MqttPersistable persistable) throws MqttPersistenceException {
            if (key.startsWith("r-") && persistable instanceof MqttPublish publish) {
                arrived(publish.getMessageId(), publish.getTopicName(), publish.getMessage());
            } else {
                super.put(key, persistable);
            }
        }
    }

    private static final class Client extends MqttAsyncClient {

        Client(String clientId, MqttClientPersistence persistence) throws MqttException {
            super(Link.URI, clientId, persistence, new NoPingTimer.V3(), null);
        }

        void heard() {
            comms.getClientState().notifyReceivedBytes(1);
        }
    }

    /** How the client reads and writes strings, which it tells only its packets. */
    private abstract static class Texts extends MqttWireMessage {

        private Texts() {
            super((byte) 0);
        }

        static void decode(DataInputStream text) throws MqttException {
            decodeUTF8(text);
        }

        static void encode(String text) throws MqttException {
            encodeUTF8(new DataOutputStream(OutputStream.nullOutputStream()), text);
        }
    }

    private final class Callback implements MqttCallback {

        @Override
        public void messageArrived(String topic, MqttMessage message) throws MqttException {
            if (message.getQos() < Qos.EXACTLY_ONCE.value()) {
                arrived(message.getId(), topic, message);
            } else {
                // PUBREL for a message that was completed before Paho had noted it: only PUBCOMP is missing.
                client.messageArrivedComplete(message.getId(), message.getQos());
            }
        }

        @Override
        public void connectionLost(Throwable cause) {
            end(lost(cause));
        }

        @Override
        public void deliveryComplete(IMqttDeliveryToken token) {
            // The listener of each publish is told.
        }
    }
}
