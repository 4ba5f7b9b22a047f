package dev.mqttdq.testkit;

import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttCallback;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.MqttDisconnectResponse;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.MqttSubscription;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;

/**
 * An MQTT 5 client that records what arrives. It has one connection and does not come back when that is lost: a test
 * that takes a broker away puts a {@link TcpProxy} before the service instead, or subscribes again with the same log.
 */
public final class Subscriber implements AutoCloseable {

    private final MqttAsyncClient client;
    private final MessageLog log;

    private Subscriber(String uri, MqttConnectionOptions options, MessageLog log, String... filters) {
        this.log = log;
        try {
            client = new MqttAsyncClient(uri, "subscriber-" + UUID.randomUUID(), new MemoryPersistence());
            client.setCallback(new Recording());
            client.connect(options).waitForCompletion(30_000);
            for (String filter : filters) {
                MqttSubscription subscription = new MqttSubscription(filter, 2);
                // The retain flag as it was published; retained messages of the past count as well.
                subscription.setRetainAsPublished(true);
                client.subscribe(new MqttSubscription[] {subscription}).waitForCompletion(30_000);
            }
        } catch (MqttException e) {
            throw new IllegalStateException("cannot subscribe at " + uri, e);
        }
    }

    /** Subscribed with QoS 2 on return. */
    public static Subscriber to(TestBroker broker, String... filters) {
        return continuing(new MessageLog(), broker, filters);
    }

    /** The same with the log of a subscriber before it. */
    public static Subscriber continuing(MessageLog log, TestBroker broker, String... filters) {
        return new Subscriber(broker.uri(), options(), log, filters);
    }

    /** The same with a login. */
    public static Subscriber withLogin(String username, String password, TestBroker broker, String... filters) {
        MqttConnectionOptions options = options();
        options.setUserName(username);
        options.setPassword(password.getBytes(StandardCharsets.UTF_8));
        return new Subscriber(broker.uri(), options, new MessageLog(), filters);
    }

    private static MqttConnectionOptions options() {
        MqttConnectionOptions options = new MqttConnectionOptions();
        options.setCleanStart(true);
        options.setAutomaticReconnect(false);
        options.setReceiveMaximum(1000);
        return options;
    }

    public MessageLog log() {
        return log;
    }

    /** Waits up to a minute until so many different messages (topic and number) have arrived. */
    public MessageLog awaitDistinct(int count) {
        await(count + " different messages").atMost(Duration.ofMinutes(1)).until(() -> log.distinct() >= count);
        return log;
    }

    /** Waits up to a minute until so many messages have arrived, repetitions included. */
    public MessageLog awaitSize(int count) {
        await(count + " messages").atMost(Duration.ofMinutes(1)).until(() -> log.size() >= count);
        return log;
    }

    public boolean isConnected() {
        return client.isConnected();
    }

    @Override
    public void close() {
        Paho.close(client);
    }

    private final class Recording implements MqttCallback {

        @Override
        public void messageArrived(String topic, MqttMessage message) {
            log.add(new Arrival(
                    topic, message.getPayload(), message.getQos(), message.isRetained(), message.getProperties()));
        }

        @Override
        public void disconnected(MqttDisconnectResponse response) {}

        @Override
        public void mqttErrorOccurred(MqttException exception) {}

        @Override
        public void deliveryComplete(IMqttToken token) {}

        @Override
        public void connectComplete(boolean reconnect, String uri) {}

        @Override
        public void authPacketArrived(int reasonCode, MqttProperties properties) {}
    }
}
