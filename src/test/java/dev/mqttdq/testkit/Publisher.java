package dev.mqttdq.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttActionListener;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;

/**
 * An MQTT 5 client that publishes numbered messages without waiting for each, and knows which of them the broker
 * acknowledged. Numbers count from 0 per topic and begin the payload: {@code "17 ......"}. It does not come back when its
 * connection is lost; {@link #reconnect} connects again and goes on counting. Use from one thread.
 */
public final class Publisher implements AutoCloseable {

    private static final int WINDOW = 200;

    private final String uri;
    private final MqttConnectionOptions options;
    private final Map<String, AtomicLong> next = new ConcurrentHashMap<>();
    private final Map<String, Set<Long>> acknowledged = new ConcurrentHashMap<>();
    private final AtomicInteger outstanding = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private MqttAsyncClient client;
    private Semaphore window = new Semaphore(0);
    private int payloadBytes;

    private Publisher(String uri, MqttConnectionOptions options) {
        this.uri = uri;
        this.options = options;
        client = connect();
    }

    /** Connected on return. */
    public static Publisher to(TestBroker broker) {
        return to(broker.uri());
    }

    /** Connected on return; {@code tcp://host:port}. */
    public static Publisher to(String uri) {
        return new Publisher(uri, options());
    }

    /** The same with a login. */
    public static Publisher withLogin(String username, String password, TestBroker broker) {
        MqttConnectionOptions options = options();
        options.setUserName(username);
        options.setPassword(password.getBytes(StandardCharsets.UTF_8));
        return new Publisher(broker.uri(), options);
    }

    private static MqttConnectionOptions options() {
        MqttConnectionOptions options = new MqttConnectionOptions();
        options.setCleanStart(true);
        options.setAutomaticReconnect(false);
        return options;
    }

    private MqttAsyncClient connect() {
        try {
            MqttAsyncClient connecting =
                    new MqttAsyncClient(uri, "publisher-" + UUID.randomUUID(), new MemoryPersistence());
            IMqttToken token = connecting.connect(options);
            token.waitForCompletion(30_000);
            // Paho refuses what exceeds the broker's Receive Maximum, and mixes up topic aliases then.
            Integer allowed = token.getResponseProperties().getReceiveMaximum();
            window = new Semaphore(allowed == null ? WINDOW : Math.min(WINDOW, allowed));
            return connecting;
        } catch (MqttException e) {
            throw new IllegalStateException("cannot connect to " + uri, e);
        }
    }

    /** A new connection after the old one was lost. */
    public void reconnect() {
        Paho.close(client);
        client = connect();
    }

    /** Later payloads are padded to so many bytes. */
    public Publisher payloadBytes(int bytes) {
        payloadBytes = bytes;
        return this;
    }

    /** Publishes the next message of a topic. */
    public void publish(String topic, int qos) {
        publish(topic, qos, false, new MqttProperties());
    }

    /** Publishes the next message of a topic with these flags and properties. */
    public void publish(String topic, int qos, boolean retain, MqttProperties properties) {
        long number = next.computeIfAbsent(topic, any -> new AtomicLong()).getAndIncrement();
        publish(topic, payload(number), number, qos, retain, properties);
    }

    /** Publishes any payload; it does not count as acknowledged under a number. */
    public void publish(String topic, byte[] payload, int qos, boolean retain, MqttProperties properties) {
        publish(topic, payload, -1, qos, retain, properties);
    }

    /** Publishes so many messages to each topic, in turns; the broker has acknowledged all of them on return. */
    public static void publishAll(TestBroker broker, int count, int qos, String... topics) {
        try (Publisher publisher = to(broker)) {
            publisher.publishEach(count, qos, topics);
            assertThat(publisher.awaitAcknowledged()).isZero();
        }
    }

    /** Publishes so many messages to each topic, in turns. */
    public void publishEach(int count, int qos, String... topics) {
        for (int i = 0; i < count; i++) {
            for (String topic : topics) {
                publish(topic, qos);
            }
        }
    }

    private void publish(
            String topic, byte[] payload, long number, int qos, boolean retain, MqttProperties properties) {
        MqttMessage message = new MqttMessage(payload, qos, retain, properties);
        Semaphore permits = window;
        permits.acquireUninterruptibly();
        outstanding.incrementAndGet();
        try {
            client.publish(topic, message, null, new Outcome(topic, number, permits));
        } catch (MqttException e) {
            permits.release();
            outstanding.decrementAndGet();
            failed.incrementAndGet();
        }
    }

    private byte[] payload(long number) {
        byte[] head = (number + " ").getBytes(StandardCharsets.UTF_8);
        byte[] payload = Arrays.copyOf(head, Math.max(head.length, payloadBytes));
        Arrays.fill(payload, head.length, payload.length, (byte) '.');
        return payload;
    }

    /** Waits up to a minute until each message was acknowledged or has failed; then how often it failed. */
    public int awaitAcknowledged() {
        await("acknowledgements").atMost(Duration.ofMinutes(1)).until(() -> outstanding.get() == 0);
        return failed.get();
    }

    /** The numbers that the broker acknowledged as taken (QoS 0: that were written), by topic. */
    public Map<String, Set<Long>> acknowledged() {
        Map<String, Set<Long>> copy = new TreeMap<>();
        acknowledged.forEach((topic, numbers) -> copy.put(topic, new TreeSet<>(numbers)));
        return copy;
    }

    /** How many numbered messages were acknowledged. */
    public int acknowledgedCount() {
        return acknowledged.values().stream().mapToInt(Set::size).sum();
    }

    /** How many messages were refused or lost their connection before an acknowledgement. */
    public int failed() {
        return failed.get();
    }

    @Override
    public void close() {
        Paho.close(client);
    }

    private final class Outcome implements MqttActionListener {

        private final String topic;
        private final long number;
        private final Semaphore permits;

        private Outcome(String topic, long number, Semaphore permits) {
            this.topic = topic;
            this.number = number;
            this.permits = permits;
        }

        @Override
        public void onSuccess(IMqttToken token) {
            int[] codes = Objects.requireNonNullElse(token.getReasonCodes(), new int[0]);
            if (Arrays.stream(codes).anyMatch(code -> code >= 0x80)) {
                failed.incrementAndGet();
            } else if (number >= 0) {
                acknowledged
                        .computeIfAbsent(topic, any -> new ConcurrentSkipListSet<>())
                        .add(number);
            }
            done();
        }

        @Override
        public void onFailure(IMqttToken token, Throwable cause) {
            failed.incrementAndGet();
            done();
        }

        private void done() {
            permits.release();
            outstanding.decrementAndGet();
        }
    }
}
