package dev.mqttdq.queues;

import dev.mqttdq.MqttDqApplication;
import dev.mqttdq.config.ConfigurationService;
import dev.mqttdq.config.DispatchStrategy;
import dev.mqttdq.config.MessageQueueSettings;
import dev.mqttdq.config.Reload;
import dev.mqttdq.message.TopicFilter;
import dev.mqttdq.testkit.StatusApi;
import dev.mqttdq.testkit.TestBroker;
import dev.mqttdq.testkit.WholeFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The whole service inside the test's own JVM, asked for its queues. */
final class QueueService implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final ConfigurableApplicationContext context;
    private final Path config;

    private QueueService(ConfigurableApplicationContext context, Path config) {
        this.context = context;
        this.config = config;
    }

    /**
     * Starts it.
     *
     * @param directory for its data and its configuration
     * @param hocon its {@code config-file}
     * @param arguments what it is started with besides
     */
    static QueueService start(Path directory, TestBroker local, String hocon, String... arguments) {
        Path config = WholeFile.write(directory.resolve("queues.conf"), hocon);
        return new QueueService(
                new SpringApplicationBuilder(MqttDqApplication.class)
                        .run(arguments(directory, local, config, arguments)),
                config);
    }

    private static String[] arguments(Path directory, TestBroker local, Path config, String... more) {
        return Stream.concat(
                        Stream.of(
                                "--server.port=0",
                                "--management.server.port=0",
                                "--mqtt-dq.data-dir=" + directory.resolve("data"),
                                "--mqtt-dq.config-file=" + config,
                                "--mqtt-dq.local.server=127.0.0.1:" + local.port(),
                                "--mqtt-dq.queues.listener.enabled=false",
                                "--spring.security.user.name=" + StatusApi.USERNAME,
                                "--spring.security.user.password=" + StatusApi.PASSWORD),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    /** A queue that is no last-value queue and has no limits. */
    static MessageQueueSettings regular(String name, String filter) {
        return settings(name, filter, false, Long.MAX_VALUE);
    }

    static MessageQueueSettings lastValue(String name, String filter) {
        return settings(name, filter, true, Long.MAX_VALUE);
    }

    static MessageQueueSettings limited(String name, String filter, long maxMessages) {
        return settings(name, filter, false, maxMessages);
    }

    private static MessageQueueSettings settings(String name, String filter, boolean lastValue, long maxMessages) {
        return new MessageQueueSettings(
                name,
                new TopicFilter(filter),
                lastValue,
                "message.topic",
                Duration.ofDays(7),
                DispatchStrategy.ROUND_ROBIN,
                maxMessages,
                Long.MAX_VALUE,
                10,
                Duration.ofMillis(100),
                -1);
    }

    MessageQueues queues() {
        return context.getBean(MessageQueues.class);
    }

    /** Makes a queue and waits until the local broker sends it messages. */
    void create(MessageQueueSettings settings) {
        queues().create(settings);
        await(settings.name(), QueueStats::localConnected);
    }

    QueueStats stats(String queue) {
        return queues().find(queue).orElseThrow().stats();
    }

    /** Waits until a queue is like this. */
    QueueStats await(String queue, Predicate<QueueStats> condition) {
        return Awaitility.await(queue).atMost(PATIENCE).until(() -> stats(queue), condition);
    }

    /** A subscription to {@code $queue/<what>}. */
    QueueClient subscribe(String what) {
        return new QueueClient(context.getBean(QueueSubscriptions.class), "$queue/" + what);
    }

    /** Changes the file and waits until it is in force, or refused. Unchanged: the service has seen the change by itself. */
    Reload reconfigure(String hocon) {
        WholeFile.write(config, hocon);
        return context.getBean(ConfigurationService.class).reload().join();
    }

    @Override
    public void close() {
        context.close();
    }
}
