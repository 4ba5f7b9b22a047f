package dev.mqttdq.api;

import dev.mqttdq.config.MessageQueueReader;
import dev.mqttdq.config.MessageQueueSettings;
import dev.mqttdq.config.MessageQueuesSettings;
import dev.mqttdq.queues.MessageQueues;
import dev.mqttdq.queues.QueueDefinition;
import dev.mqttdq.queues.QueueRegistry;
import dev.mqttdq.queues.QueueStats;
import dev.mqttdq.queues.QueueSwitch;
import dev.mqttdq.queues.QueueView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/** The real registry in a directory of its own, but no messages: queues do as a test says. */
final class FakeQueues implements MessageQueues, QueueSwitch, AutoCloseable {

    private static final QueueStats NOTHING = new QueueStats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, null);

    private final Map<String, QueueStats> stats = new HashMap<>();
    private final Path directory;
    private QueueRegistry registry;
    private int generation;
    private List<String> problems = List.of();
    private @Nullable RuntimeException failure;
    private boolean on = true;
    private boolean opening;

    FakeQueues() {
        try {
            directory = Files.createTempDirectory("queues");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        registry = registry();
    }

    static MessageQueueSettings queue(String name, String filter) {
        return MessageQueueReader.created(Map.of("name", name, "topic_filter", filter));
    }

    private QueueRegistry registry(MessageQueueSettings... declared) {
        MessageQueuesSettings defaults = FakeConfiguration.QUEUES;
        MessageQueuesSettings settings = new MessageQueuesSettings(
                defaults.options(),
                defaults.listener(),
                defaults.fromProperty(),
                defaults.usernameProperty(),
                Stream.of(declared).collect(Collectors.toMap(MessageQueueSettings::name, queue -> queue)));
        return QueueRegistry.open(directory.resolve(String.valueOf(generation++)), settings);
    }

    synchronized void areBeingOpened(boolean opening) {
        this.opening = opening;
    }

    @Override
    public synchronized boolean areOpening() {
        return opening;
    }

    synchronized void switchOff() {
        on = false;
    }

    @Override
    public synchronized boolean isOn() {
        return on;
    }

    @Override
    public void whenChanged(Runnable task) {
        throw new UnsupportedOperationException("nobody is told");
    }

    synchronized void startAnew(MessageQueueSettings... declared) {
        registry = registry(declared);
        stats.clear();
        problems = List.of();
        failure = null;
    }

    synchronized void does(String name, QueueStats queueStats) {
        stats.put(name, queueStats);
    }

    synchronized void hasProblems(String... sentences) {
        problems = List.of(sentences);
    }

    /** Every change ends so from now on. */
    synchronized void fails(RuntimeException withThis) {
        failure = withThis;
    }

    @Override
    public synchronized List<QueueView> queues() {
        return registry.all().stream().map(this::view).toList();
    }

    @Override
    public synchronized Optional<QueueView> find(String name) {
        return registry.find(name).map(this::view);
    }

    @Override
    public synchronized QueueView create(MessageQueueSettings settings) {
        failIfAsked();
        return view(registry.create(settings));
    }

    @Override
    public synchronized QueueView update(MessageQueueSettings settings) {
        failIfAsked();
        return view(registry.update(settings));
    }

    @Override
    public synchronized void delete(String name) {
        failIfAsked();
        registry.delete(name);
    }

    @Override
    public synchronized List<String> problems() {
        return problems;
    }

    @Override
    public synchronized MessageQueuesSettings.Options options() {
        return registry.options();
    }

    @Override
    public synchronized void options(MessageQueuesSettings.Options options) {
        failIfAsked();
        registry.options(options);
    }

    private void failIfAsked() {
        if (failure != null) {
            throw failure;
        }
    }

    private QueueView view(QueueDefinition definition) {
        return new QueueView(definition, stats.getOrDefault(definition.name(), NOTHING));
    }

    @Override
    public void close() throws IOException {
        FileSystemUtils.deleteRecursively(directory);
    }
}
