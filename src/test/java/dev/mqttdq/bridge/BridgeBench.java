package dev.mqttdq.bridge;

import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.ServiceProcess;
import dev.mqttdq.testkit.Subscriber;
import dev.mqttdq.testkit.TcpProxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Measures a bridge beside the same messages taken straight from the local broker by one subscriber, in the same run:
 * publishers, two brokers, the service and the subscriber share one machine. Prints a table in Markdown.
 *
 * <p>Argument: messages for each figure (default: 20,000).
 */
final class BridgeBench {

    private static final int PAYLOAD_BYTES = 256;
    private static final String[] TOPICS =
            IntStream.range(0, 20).mapToObj(topic -> "bench/" + topic).toArray(String[]::new);
    private static final String CONFIG = """
            local { server = "%s" }
            remotes { far { server = "%s" } }
            bridges { bench { remote = far, filter_topic = "bench/#", remote_topic = "far/${topic}", proto_ver = v5 } }
            """;

    private final int perTopic;

    private BridgeBench(int messages) {
        perTopic = messages / TOPICS.length;
    }

    public static void main(String[] args) throws Exception {
        new BridgeBench(args.length > 0 ? Integer.parseInt(args[0]) : 20_000).run();
    }

    private void run() throws Exception {
        Path data = Files.createTempDirectory("bridge-bench");
        try (Mosquitto local = unlimited();
                Mosquitto remote = unlimited();
                TcpProxy toRemote = TcpProxy.to(remote);
                ServiceProcess service = ServiceProcess.builder("bench", data)
                        .config(CONFIG.formatted(local.address(), toRemote.address()))
                        .start()
                        .awaitReady()) {
            service.status().awaitOk("bench");
            measure(1, local, remote);
            System.out.println("| what, messages/s | bridge | subscriber | ratio |");
            System.out.println("|---|---:|---:|---:|");
            for (int qos : List.of(0, 1, 2)) {
                double[] rates = measure(qos, local, remote);
                row("live, QoS " + qos, rates[0], rates[1]);
            }
            drain(local, remote, toRemote, service);
        }
    }

    /** Messages per second through the bridge, and straight to a subscriber at the local broker. */
    private double[] measure(int qos, Mosquitto local, Mosquitto remote) {
        double bridge = through(qos, local, remote, "far/bench/#");
        double direct = through(qos, local, local, "bench/#");
        return new double[] {bridge, direct};
    }

    private double through(int qos, Mosquitto local, Mosquitto end, String filter) {
        try (Publisher publisher = Publisher.to(local).payloadBytes(PAYLOAD_BYTES);
                Subscriber subscriber = Subscriber.to(end, filter)) {
            long begun = System.nanoTime();
            publisher.publishEach(perTopic, qos, TOPICS);
            subscriber.awaitDistinct(perTopic * TOPICS.length);
            return perSecond(begun);
        }
    }

    private void drain(Mosquitto local, Mosquitto remote, TcpProxy toRemote, ServiceProcess service) {
        toRemote.refuse();
        try (Publisher publisher = Publisher.to(local).payloadBytes(PAYLOAD_BYTES)) {
            int messages = perTopic * TOPICS.length;
            long begun = System.nanoTime();
            publisher.publishEach(perTopic, 1, TOPICS);
            service.status().await("bench", stats -> stats.queued() == messages);
            row("onto the disk, remote away, QoS 1", perSecond(begun), 0);
            toRemote.accept();
            service.status().await("bench", stats -> stats.queued() < messages);
            begun = System.nanoTime();
            service.status().await("bench", stats -> stats.queued() == 0);
            row("off the disk, remote back, QoS 1", perSecond(begun), 0);
        }
    }

    private double perSecond(long begunNanos) {
        return perTopic * TOPICS.length * 1e9 / (System.nanoTime() - begunNanos);
    }

    private static void row(String what, double bridge, double direct) {
        String comparison = direct == 0 ? " | " : "%,.0f | %.2f".formatted(direct, bridge / direct);
        System.out.printf("| %s | %,.0f | %s |%n", what, bridge, comparison);
    }

    private static Mosquitto unlimited() {
        Mosquitto broker = Mosquitto.builder()
                .persistence()
                .lines("max_queued_messages 0", "max_inflight_messages 200")
                .build();
        broker.start();
        return broker;
    }
}
