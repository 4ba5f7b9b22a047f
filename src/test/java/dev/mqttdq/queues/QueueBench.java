package dev.mqttdq.queues;

import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.Ports;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.ServiceProcess;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttCallback;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.MqttDisconnectResponse;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import tools.jackson.databind.JsonNode;

/**
 * Measures a message queue beside the same messages shared out by mosquitto itself, which keeps nothing on disk, in the same
 * run: publisher, broker, the service and all consumers share one machine. Prints a table in Markdown.
 *
 * <p>Argument: messages for each figure (default: 20,000).
 */
final class QueueBench {

    private static final int PAYLOAD_BYTES = 256;
    private static final int TOPICS = 20;
    private static final String CONFIG = """
            local { server = "%s" }
            queues {
              declare { bench { topic_filter = "bench/#", is_lastvalue = false, consumer_max_inflight = 100 } }
              listener { port = %d, allow_anonymous = true, rules = [{ allow = true, topics = ["$queue/bench"] }] }
            }
            """;

    private final int messages;

    private QueueBench(int messages) {
        this.messages = messages / TOPICS * TOPICS;
    }

    public static void main(String[] args) throws Exception {
        new QueueBench(args.length > 0 ? Integer.parseInt(args[0]) : 20_000).run();
    }

    private void run() throws Exception {
        Path data = Files.createTempDirectory("queue-bench");
        int port = Ports.free();
        try (Mosquitto local = unlimited();
                ServiceProcess service = ServiceProcess.builder("queue-bench", data)
                        .config(CONFIG.formatted(local.address(), port))
                        .start()
                        .awaitReady()) {
            String queue = "tcp://127.0.0.1:" + port;
            awaitSubscribed(service);
            through(local, "bench/", queue, "$queue/bench", 1);
            System.out.println("| QoS 1, messages/s | queue | $share of mosquitto | ratio |");
            System.out.println("|---|---:|---:|---:|");
            for (int consumers : List.of(1, 10, 100)) {
                double direct = through(local, "direct/", local.uri(), "$share/bench/direct/#", consumers);
                double queued = through(local, "bench/", queue, "$queue/bench", consumers);
                row("in and out, %d consumers".formatted(consumers), queued, direct);
                awaitEmpty(service);
            }
            stored(local, service, queue);
        }
    }

    /** Messages per second from the publisher's first to the last that some consumer took. */
    private double through(Mosquitto local, String prefix, String server, String filter, int consumers)
            throws MqttException, InterruptedException {
        CountDownLatch arrived = new CountDownLatch(messages);
        List<MqttAsyncClient> clients = connect(server, consumers, arrived);
        subscribe(clients, filter);
        try (Publisher publisher = Publisher.to(local).payloadBytes(PAYLOAD_BYTES)) {
            long begun = System.nanoTime();
            publisher.publishEach(messages / TOPICS, 1, topics(prefix));
            arrived.await();
            return perSecond(begun);
        } finally {
            close(clients);
        }
    }

    private void stored(Mosquitto local, ServiceProcess service, String queue)
            throws MqttException, InterruptedException {
        try (Publisher publisher = Publisher.to(local).payloadBytes(PAYLOAD_BYTES)) {
            long begun = System.nanoTime();
            publisher.publishEach(messages / TOPICS, 1, topics("bench/"));
            while (stat(service, "messages") < messages) {
                Thread.onSpinWait();
            }
            row("onto the disk, no consumer", perSecond(begun), 0);
        }
        CountDownLatch arrived = new CountDownLatch(messages);
        List<MqttAsyncClient> clients = connect(queue, 10, arrived);
        long begun = System.nanoTime();
        subscribe(clients, "$queue/bench");
        arrived.await();
        row("off the disk, 10 consumers", perSecond(begun), 0);
        close(clients);
    }

    private static List<MqttAsyncClient> connect(String server, int count, CountDownLatch arrived)
            throws MqttException {
        List<MqttAsyncClient> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            MqttAsyncClient client = new MqttAsyncClient(server, "bench-consumer-" + i, new MemoryPersistence());
            MqttConnectionOptions options = new MqttConnectionOptions();
            options.setReceiveMaximum(1000);
            client.setCallback(new Counting(arrived));
            client.connect(options).waitForCompletion();
            clients.add(client);
        }
        return clients;
    }

    private static void subscribe(List<MqttAsyncClient> clients, String filter) throws MqttException {
        for (MqttAsyncClient client : clients) {
            client.subscribe(filter, 1).waitForCompletion();
        }
    }

    private static void close(List<MqttAsyncClient> clients) throws MqttException {
        for (MqttAsyncClient client : clients) {
            client.disconnect().waitForCompletion();
            client.close();
        }
    }

    /** What the queue does not take, mosquitto shares out. */
    private static String[] topics(String prefix) {
        return IntStream.range(0, TOPICS).mapToObj(topic -> prefix + topic).toArray(String[]::new);
    }

    private static void awaitSubscribed(ServiceProcess service) {
        while (!queue(service).path("stats").path("local_connected").asBoolean()) {
            Thread.onSpinWait();
        }
    }

    private static void awaitEmpty(ServiceProcess service) {
        while (stat(service, "messages") > 0) {
            Thread.onSpinWait();
        }
    }

    private static long stat(ServiceProcess service, String name) {
        return queue(service).path("stats").path(name).asLong();
    }

    private static JsonNode queue(ServiceProcess service) {
        URI uri = URI.create("http://127.0.0.1:" + service.port() + "/api/v5/queue/bench");
        return ServiceProcess.parse(
                service.exchange(service.authorized(HttpRequest.newBuilder(uri).GET())));
    }

    private double perSecond(long begunNanos) {
        return messages * 1e9 / (System.nanoTime() - begunNanos);
    }

    private static void row(String what, double queue, double direct) {
        String comparison = direct == 0 ? " | " : "%,.0f | %.2f".formatted(direct, queue / direct);
        System.out.printf("| %s | %,.0f | %s |%n", what, queue, comparison);
    }

    private static Mosquitto unlimited() {
        Mosquitto broker = Mosquitto.builder()
                .persistence()
                .lines("max_queued_messages 0", "max_inflight_messages 200")
                .build();
        broker.start();
        return broker;
    }

    private record Counting(CountDownLatch arrived) implements MqttCallback {

        @Override
        public void messageArrived(String topic, MqttMessage message) {
            arrived.countDown();
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
