package dev.mqttdq.session;

import dev.mqttdq.message.Qos;
import java.io.DataInputStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttActionListener;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttCallback;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.MqttDisconnectResponse;
import org.eclipse.paho.mqttv5.client.internal.MqttConnectionState;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.MqttSubscription;
import org.eclipse.paho.mqttv5.common.packet.MqttDataTypes;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.jspecify.annotations.Nullable;

/** A connection of MQTT 5.0. Paho keeps nothing for us: memory persistence, no reconnect, no topic aliases. */
final class PahoV5Connection extends PahoConnection {

    private static final int FIRST_CLIENT_CODE = 256;
    private static final int LARGEST_RECEIVE_MAXIMUM = 65_535;

    private final SessionSettings settings;
    private final Client client;

    PahoV5Connection(SessionSettings settings, ReadGate gate, ConnectionListener listener) {
        super(settings, gate, listener);
        this.settings = settings;
        try {
            client = new Client(settings.clientId());
        } catch (MqttException e) {
            throw new IllegalStateException("a client could not be made", e);
        }
        client.setManualAcks(true);
        client.setCallback(new Callback());
    }

    @Override
    public void connect() {
        try {
            client.connect(options(), null, new MqttActionListener() {
                @Override
                public void onSuccess(IMqttToken token) {
                    correctLimits();
                    listener().connected(connack(token));
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

    private MqttConnectionOptions options() {
        MqttConnectionOptions options = new LinkOptionsV5(link());
        options.setAutomaticReconnect(false);
        options.setCleanStart(settings.cleanStart());
        options.setSessionExpiryInterval(settings.sessionExpiry().toSeconds());
        options.setKeepAliveInterval((int) settings.keepalive().toSeconds());
        if (settings.receiving()) {
            options.setReceiveMaximum(settings.receiveMaximum());
        }
        if (!settings.username().isEmpty()) {
            options.setUserName(settings.username());
            if (!settings.password().isEmpty()) {
                options.setPassword(settings.password().value().getBytes(StandardCharsets.UTF_8));
            }
        }
        return options;
    }

    private static Connack connack(IMqttToken token) {
        MqttProperties properties = token.getResponseProperties();
        Integer receiveMaximum = properties.getReceiveMaximum();
        Long maximumPacketSize = properties.getMaximumPacketSize();
        Integer maximumQos = properties.getMaximumQoS();
        Boolean retainAvailable = properties.isRetainAvailable();
        return new Connack(
                token.getSessionPresent(),
                receiveMaximum == null ? LARGEST_RECEIVE_MAXIMUM : receiveMaximum,
                maximumPacketSize == null ? Connack.LARGEST_PACKET : maximumPacketSize,
                maximumQos == null ? Qos.EXACTLY_ONCE : Qos.of(maximumQos),
                retainAvailable == null || retainAvailable,
                properties.getServerKeepAlive());
    }

    /**
     * Paho uses topic aliases as soon as the broker allows them and sends messages to wrong topics with them, and it takes
     * the broker's Maximum Packet Size for a limit to what comes in; there are no options against it. It obeys the broker's
     * Receive Maximum, but says that a message of QoS 0 is sent before it counts so, and refuses what is published in between;
     * whoever publishes obeys it. Nothing has been published yet when this runs.
     */
    private void correctLimits() {
        try {
            Field field = MqttAsyncClient.class.getDeclaredField("mqttConnection");
            field.setAccessible(true);
            MqttConnectionState state = (MqttConnectionState) field.get(client);
            state.setOutgoingTopicAliasMaximum(0);
            // Outgoing it is called there, but incoming packets are held against it.
            state.setOutgoingMaximumPacketSize(Connack.LARGEST_PACKET);
            state.setReceiveMaximum(LARGEST_RECEIVE_MAXIMUM);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this version of the client is not known to us", e);
        }
    }

    @Override
    public void publish(OutboundPublish publish, PublishListener outcome) {
        if (!V5Properties.isEncodable(publish)) {
            outcome.failed(RemoteException.impossible("it has a string that the client does not send"));
            return;
        }
        MqttMessage message = new MqttMessage(publish.payload());
        message.setQos(publish.qos().value());
        message.setRetained(publish.retain());
        message.setProperties(V5Properties.toPaho(publish.properties()));
        try {
            client.publish(publish.topic(), message, null, new MqttActionListener() {
                @Override
                public void onSuccess(IMqttToken token) {
                    published(token, outcome);
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

    private void published(IMqttToken token, PublishListener outcome) {
        int code = link().reader().takeRefusal(token.getMessageId());
        int[] codes = token.getReasonCodes();
        if (code == 0 && codes != null) {
            for (int each : codes) {
                code = Math.max(code, each);
            }
        }
        if (code >= ReasonCodes.FIRST_ERROR) {
            outcome.failed(new RemoteException(code, "refused with " + ReasonCodes.describe(code)));
        } else {
            outcome.published();
        }
    }

    @Override
    public void subscribe(String filter, Qos qos, int retainHandling, Consumer<@Nullable RemoteException> answer) {
        MqttSubscription subscription = new MqttSubscription(filter, qos.value());
        subscription.setNoLocal(!filter.startsWith("$share/"));
        subscription.setRetainAsPublished(true);
        subscription.setRetainHandling(retainHandling);
        MqttActionListener listening = new MqttActionListener() {
            @Override
            public void onSuccess(IMqttToken token) {
                answer.accept(refusal(token, "subscription refused"));
            }

            @Override
            public void onFailure(IMqttToken token, Throwable failure) {
                answer.accept(lost(failure));
            }
        };
        try {
            client.subscribe(new MqttSubscription[] {subscription}, null, listening, new MqttProperties());
        } catch (MqttException e) {
            answer.accept(lost(e));
        }
    }

    @Override
    public void unsubscribe(String filter, Consumer<@Nullable RemoteException> answer) {
        MqttActionListener listening = new MqttActionListener() {
            @Override
            public void onSuccess(IMqttToken token) {
                answer.accept(refusal(token, "refused"));
            }

            @Override
            public void onFailure(IMqttToken token, Throwable failure) {
                // The connection ends, and its listener is told.
            }
        };
        endIfFailing(() -> client.unsubscribe(new String[] {filter}, null, listening, new MqttProperties()));
    }

    /** What a SUBACK or UNSUBACK for one filter says against it; null where it says nothing. */
    private static @Nullable RemoteException refusal(IMqttToken token, String what) {
        int[] codes = token.getReasonCodes();
        int code = codes == null || codes.length == 0 ? 0 : codes[0];
        return code < ReasonCodes.FIRST_ERROR
                ? null
                : new RemoteException(code, what + " with " + ReasonCodes.describe(code));
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
        MqttDataTypes.decodeUTF8(text);
    }

    private static RemoteException connectFailure(Throwable failure) {
        int code = failure instanceof MqttException e ? e.getReasonCode() : 0;
        if (code >= ReasonCodes.FIRST_ERROR && code < FIRST_CLIENT_CODE) {
            return new RemoteException(code, "connection refused with " + ReasonCodes.describe(code));
        }
        return failed(failure);
    }

    private static final class Client extends MqttAsyncClient {

        Client(String clientId) throws MqttException {
            super(Link.URI, clientId, new MemoryPersistence(), new NoPingTimer.V5(), null);
        }

        void heard() {
            comms.getClientState().notifyReceivedBytes(1);
        }
    }

    private final class Callback implements MqttCallback {

        @Override
        public void messageArrived(String topic, MqttMessage message) {
            arrived(new InboundPublish(
                    message.getId(),
                    topic,
                    message.getPayload(),
                    Qos.of(message.getQos()),
                    message.isRetained(),
                    V5Properties.fromPaho(message.getProperties())));
        }

        @Override
        public void disconnected(MqttDisconnectResponse response) {
            int code = response.getReturnCode();
            if (response.getException() == null && code >= ReasonCodes.FIRST_ERROR) {
                end(new RemoteException(
                        RemoteException.Reason.CONNECTION_LOST,
                        "disconnected by the broker with " + ReasonCodes.describe(code)));
            } else {
                end(lost(response.getException()));
            }
        }

        @Override
        public void mqttErrorOccurred(MqttException exception) {
            // Always followed by disconnected().
        }

        @Override
        public void deliveryComplete(IMqttToken token) {
            // The listener of each publish is told.
        }

        @Override
        public void connectComplete(boolean reconnect, String serverUri) {
            // The listener of connect() is told.
        }

        @Override
        public void authPacketArrived(int reasonCode, MqttProperties properties) {
            // No enhanced authentication was asked for.
        }
    }
}
