package dev.mqttdq.queues;

import dev.mqttdq.testkit.Ports;
import dev.mqttdq.testkit.QueueConsumer;
import dev.mqttdq.testkit.QueuesApi;
import dev.mqttdq.testkit.ServiceProcess;
import dev.mqttdq.testkit.WireClient;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** The service as a process of its own, with a listener that lets anybody in. It may be killed and started again. */
final class QueueNode implements AutoCloseable {

    private final ServiceProcess.Builder builder;
    private final int listenerPort = Ports.free();
    private final String local;
    private String rules = "[{ allow = true, topics = [\"$queue/#\", \"$q/#\", \"#\"] }]";
    private String fields = "";
    private ServiceProcess process;

    private QueueNode(ServiceProcess.Builder builder, String local, String queues) {
        this.builder = builder;
        this.local = local;
        configure(queues);
        process = builder.start();
    }

    /**
     * Started, and not ready yet.
     *
     * @param local {@code host:port} of the local broker
     * @param queues fields of {@code queues} in the configuration
     */
    static QueueNode starting(
            String name, Path directory, String local, String queues, UnaryOperator<ServiceProcess.Builder> options) {
        return new QueueNode(
                options.apply(ServiceProcess.builder("queues-" + name, directory.resolve(name))), local, queues);
    }

    /** Ready. */
    static QueueNode started(String name, Path directory, String local, String queues) {
        QueueNode node = starting(name, directory, local, queues, UnaryOperator.identity());
        node.process.awaitReady();
        return node;
    }

    /** Writes other fields of {@code queues} into its configuration file. */
    void configure(String queues) {
        fields = queues;
        builder.config("""
                local { server = "%s" }
                queues {
                  listener { port = %d, allow_anonymous = true, rules = %s }
                  %s
                }
                """.formatted(local, listenerPort, rules, fields));
    }

    /** Other rules of the listener. */
    void configureRules(String hocon) {
        rules = hocon;
        configure(fields);
    }

    ServiceProcess process() {
        return process;
    }

    QueuesApi queues() {
        return process.queues();
    }

    int listenerPort() {
        return listenerPort;
    }

    void kill() {
        process.kill();
    }

    /** SIGTERM; it has ended in an orderly way on return. */
    void terminate() {
        process.terminate();
    }

    /** After {@link #kill} or {@link #terminate}; ready. */
    void startAgain() {
        process = builder.start().awaitReady();
    }

    /** Age of a queue's oldest message. */
    long oldestAgeMillis(String queue) {
        return ServiceProcess.parse(queues().send("GET", "/queue/" + queue, ""))
                .at("/stats/oldest_age_ms")
                .longValue();
    }

    /** {@code mosquitto_sub}, subscribed. */
    QueueConsumer consume(String version, String queue, String... options) {
        long before = queues().counts(queue).subscribers();
        QueueConsumer consumer = QueueConsumer.start(listenerPort, version, "$queue/" + queue, options);
        queues().await(queue, counts -> counts.subscribers() > before);
        return consumer;
    }

    /** A client of MQTT 5 that answers nothing by itself, subscribed. */
    WireClient client(String queue) {
        long before = queues().counts(queue).subscribers();
        WireClient client = WireClient.mqtt5(listenerPort, "client-" + UUID.randomUUID());
        client.subscribe("$queue/" + queue);
        queues().await(queue, counts -> counts.subscribers() > before);
        return client;
    }

    @Override
    public void close() {
        process.close();
    }
}
