package dev.mqttdq.queues;

import static org.awaitility.Awaitility.await;

import dev.mqttdq.testkit.Ports;
import dev.mqttdq.testkit.QueueConsumer;
import dev.mqttdq.testkit.QueuesApi;
import dev.mqttdq.testkit.ServiceProcess;
import dev.mqttdq.testkit.WireClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** The service as a process of its own, with a listener that lets anybody in. It may be killed and started again. */
final class QueueNode implements AutoCloseable {

    private final ServiceProcess.Builder builder;
    private final int listenerPort = Ports.free();
    private final String local;
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

    /** Writes other fields of {@code queues} into its configuration file. They win over those of the listener here. */
    void configure(String queues) {
        builder.config("""
                local { server = "%s" }
                queues {
                  listener {
                    port = %d
                    allow_anonymous = true
                    rules = [{ allow = true, topics = ["$queue/#", "$q/#", "#"] }]
                  }
                  %s
                }
                """.formatted(local, listenerPort, queues));
    }

    ServiceProcess process() {
        return process;
    }

    QueuesApi queues() {
        return process.queues();
    }

    /** Where the listener is to be found while there are queues. */
    int listenerPort() {
        return listenerPort;
    }

    /** Waits until the listener is open; its port. */
    int awaitListener() {
        await("the listener is open").atMost(Duration.ofMinutes(1)).until(() -> Ports.accepts(listenerPort));
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
        process = builder.start();
        process.awaitReady();
    }

    /** Age of a queue's oldest message. */
    long oldestAgeMillis(String queue) {
        return ServiceProcess.parse(queues().send("GET", "/queue/" + queue, ""))
                .at("/stats/oldest_age_ms")
                .longValue();
    }

    /** {@code mosquitto_sub}, subscribed as the only consumer of a queue: those before it are gone by then. */
    QueueConsumer consume(String version, String queue, String... options) {
        return consumeBeside(0, version, queue, options);
    }

    /** The same beside so many others. */
    QueueConsumer consumeBeside(int others, String version, String queue, String... options) {
        awaitSubscribers(queue, others);
        QueueConsumer consumer = QueueConsumer.start(awaitListener(), version, "$queue/" + queue, options);
        awaitSubscribers(queue, others + 1);
        return consumer;
    }

    /** A client of MQTT 5 that answers nothing by itself, subscribed as the only consumer of a queue. */
    WireClient client(String queue) {
        awaitSubscribers(queue, 0);
        WireClient client = WireClient.mqtt5(awaitListener(), "client-" + UUID.randomUUID());
        client.subscribe("$queue/" + queue);
        awaitSubscribers(queue, 1);
        return client;
    }

    private void awaitSubscribers(String queue, int count) {
        queues().await(queue, counts -> counts.subscribers() == count);
    }

    @Override
    public void close() {
        process.close();
    }
}
