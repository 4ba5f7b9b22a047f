package dev.mqttdq.queues;

import dev.mqttdq.config.Configuration;
import dev.mqttdq.config.ConfigurationDiff;
import dev.mqttdq.config.ConfigurationListener;
import dev.mqttdq.config.ConfigurationService;
import dev.mqttdq.config.MessageQueueSettings;
import dev.mqttdq.config.MessageQueuesSettings.Options;
import dev.mqttdq.config.MessageQueuesSettings.Switch;
import dev.mqttdq.drain.Remains;
import dev.mqttdq.message.RepeatedWarning;
import dev.mqttdq.message.TopicFilter;
import dev.mqttdq.queues.QueueRefusedException.Kind;
import dev.mqttdq.session.AllAtOnce;
import dev.mqttdq.store.StorageException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Runs the queues that are to exist, and follows requests and the configuration: each change touches only the queues that
 * it names. A queue that cannot start, or takes long to open, does not hold up another; what cannot start is tried again.
 *
 * <p>All changes happen one after another on one thread, {@code queue-manager}. It is begun when the first queue, or
 * something that a deleted one has left, needs it; while there is nothing, nothing runs.
 *
 * <p>A change of the configuration that comes before {@link #start} is followed by that.
 *
 * <p>Deleting survives a crash: it is noted first, then the registry lets go of the queue, then its messages and its session
 * at the local broker go. What was begun is finished at the next start.
 */
final class QueueManager
        implements SmartLifecycle, MessageQueues, QueueSubscriptions, QueueSwitch, ConfigurationListener {

    /** Stopped after the listener, whose clients may acknowledge until it ends. */
    static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 200;

    private static final Logger log = LoggerFactory.getLogger(QueueManager.class);
    private static final Duration RETRY = Duration.ofSeconds(5);
    /** Who makes a queue finds it running, if it can be opened within this. */
    private static final Duration OPENING_PATIENCE = Duration.ofSeconds(5);

    private static final Duration CHANGE_LIMIT = Duration.ofSeconds(60);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

    private final ConfigurationService configurations;
    private final QueueRegistry registry;
    private final QueueWorkshop workshop;
    private final Subscriptions subscriptions = new Subscriptions();
    private final Map<String, QueueSlot> slots = new ConcurrentSkipListMap<>();
    private final List<Runnable> whenChanged = new CopyOnWriteArrayList<>();
    private final RepeatedWarning notCreated;
    private volatile Configuration followed;
    private volatile QueueEnvironment environment;
    private volatile Options options;
    private volatile List<String> problems;
    private volatile boolean started;
    private volatile boolean draining;
    private volatile QueueWorkshop.@Nullable Running running;
    private boolean retrying;

    QueueManager(
            ConfigurationService configurations,
            QueueRegistry registry,
            QueueWorkshop workshop,
            LongSupplier nanoTime) {
        this.configurations = configurations;
        this.registry = registry;
        this.workshop = workshop;
        notCreated = new RepeatedWarning(nanoTime);
        followed = configurations.current();
        environment = QueueEnvironment.of(followed);
        options = registry.options();
        problems = registry.problems();
        // Before anything starts, so that nobody finds the service without the queues it is going to have.
        registry.all().forEach(definition -> slots.put(definition.name(), new QueueSlot(definition, subscriptions)));
        configurations.addListener(this);
    }

    @Override
    public void start() {
        started = true;
        if (isOn() || isNews(configurations.current()) || workshop.hasRemains(registry.all(), environment)) {
            QueueWorkshop.Running begun = begun();
            begun.loop().execute(() -> {
                retrying = false;
                if (isNews(configurations.current())) {
                    followConfiguration(begun);
                } else {
                    follow(begun);
                }
            });
        }
    }

    private synchronized QueueWorkshop.Running begun() {
        QueueWorkshop.Running present = running;
        if (present == null) {
            present = workshop.begin();
            running = present;
            collectGarbage(present);
        }
        return present;
    }

    /** Has run what is to run, and nothing else; once all is to end, starts nothing any more. */
    private void follow(QueueWorkshop.Running begun) {
        if (!started) {
            return;
        }
        boolean failed = !registry.store();
        options = registry.options();
        problems = registry.problems();
        begun.removeRemains(registry.all(), environment);
        whenChanged.forEach(Runnable::run);
        if (options.enable() == Switch.OFF) {
            QueueWorkshop.withAll(slots.values(), QueueSlot::stop, STOP_LIMIT);
            return;
        }
        if (failed) {
            retryLater(begun);
        }
        List<QueueSlot> idle = slots.values().stream().filter(QueueSlot::isIdle).toList();
        AllAtOnce.await(idle.stream().map(slot -> open(slot, begun)).toList(), OPENING_PATIENCE);
        idle.forEach(slot -> startIfOpen(slot, begun));
    }

    private void retryLater(QueueWorkshop.Running begun) {
        if (!retrying) {
            retrying = true;
            begun.loop().schedule(RETRY, () -> {
                retrying = false;
                follow(begun);
            });
        }
    }

    /** Begins to open a queue, which starts when it is open. */
    private CompletableFuture<?> open(QueueSlot slot, QueueWorkshop.Running begun) {
        if (draining) {
            slot.drain();
        }
        if (!registry.isOnDisk(slot.definition())) {
            slot.failed("it is not started before the registry of queues can be written, see the log");
            return CompletableFuture.completedFuture(null);
        }
        try {
            CompletableFuture<?> opening = slot.open(begun.parts());
            opening.whenComplete((open, failure) -> begun.loop().execute(() -> startIfOpen(slot, begun)));
            return opening;
        } catch (RuntimeException e) {
            failed(slot, e, begun);
            return CompletableFuture.completedFuture(null);
        }
    }

    private void startIfOpen(QueueSlot slot, QueueWorkshop.Running begun) {
        if (!started || options.enable() == Switch.OFF) {
            return;
        }
        try {
            slot.start(environment, begun.parts());
        } catch (RuntimeException e) {
            failed(slot, e, begun);
        }
    }

    private void failed(QueueSlot slot, RuntimeException failure, QueueWorkshop.Running begun) {
        slot.failed(String.valueOf(failure.getMessage()));
        log.error(
                "{}: cannot start the queue; next attempt in {} s",
                slot.definition().name(),
                RETRY.toSeconds(),
                failure);
        retryLater(begun);
    }

    private void collectGarbage(QueueWorkshop.Running begun) {
        begun.loop().schedule(options.gcInterval(), () -> {
            begun.removeRemains(registry.all(), environment);
            collectGarbage(begun);
        });
    }

    private QueueSlot add(QueueDefinition definition) {
        QueueSlot slot = new QueueSlot(definition, subscriptions);
        slots.put(definition.name(), slot);
        return slot;
    }

    @Override
    public QueueView create(MessageQueueSettings settings) {
        return change(begun -> {
            QueueSlot slot = add(registry.create(settings));
            follow(begun);
            return view(slot);
        });
    }

    @Override
    public QueueView update(MessageQueueSettings settings) {
        return change(begun -> {
            QueueDefinition updated = registry.update(settings);
            QueueSlot slot = slot(updated);
            slot.reconfigure(updated, environment);
            return view(slot);
        });
    }

    @Override
    public void delete(String name) {
        change(begun -> {
            requireNotOpening(name);
            registry.find(name).ifPresent(definition -> workshop.stores().condemn(definition.id()));
            try {
                QueueSlot slot = slot(registry.delete(name));
                slots.remove(name);
                slot.stop();
            } finally {
                // Pardons the queue where the registry keeps it.
                follow(begun);
            }
            return name;
        });
    }

    /** Its files cannot be deleted then, and nobody is to wait for as long as it may take. */
    private void requireNotOpening(String name) {
        QueueSlot slot = slots.get(name);
        if (slot != null && slot.isOpening()) {
            throw new QueueRefusedException(Kind.NOT_READY, "Not ready: the messages of the queue are being opened");
        }
    }

    @Override
    public void options(Options wanted) {
        change(begun -> {
            registry.options(wanted);
            follow(begun);
            return wanted;
        });
    }

    private QueueSlot slot(QueueDefinition definition) {
        QueueSlot slot = slots.get(definition.name());
        if (slot == null) {
            throw new IllegalStateException("there is no place for queue " + definition.name());
        }
        return slot;
    }

    private QueueView view(QueueSlot slot) {
        return slot.view(workshop.wallClock().millis());
    }

    @Override
    public List<QueueView> queues() {
        return slots.values().stream().map(this::view).toList();
    }

    @Override
    public Optional<QueueView> find(String name) {
        return Optional.ofNullable(slots.get(name)).map(this::view);
    }

    @Override
    public Options options() {
        return options;
    }

    @Override
    public boolean areOpening() {
        return slots.values().stream().anyMatch(QueueSlot::isOpening);
    }

    @Override
    public List<String> problems() {
        return problems;
    }

    @Override
    public boolean isOn() {
        return options.enable() == Switch.ON || options.enable() == Switch.AUTO && !slots.isEmpty();
    }

    @Override
    public void whenChanged(Runnable task) {
        whenChanged.add(task);
    }

    @Override
    public Attachment subscribe(QueueTopic topic, boolean mayCreate, Subscriber subscriber) {
        Subscription subscription = subscriptions.add(topic, subscriber);
        TopicFilter filter = topic.filter();
        if (mayCreate && filter != null && started && isOn() && !slots.containsKey(topic.name())) {
            QueueWorkshop.Running begun = begun();
            begun.loop().execute(() -> createFor(topic.name(), filter, begun));
        }
        return subscription;
    }

    private void createFor(String name, TopicFilter filter, QueueWorkshop.Running begun) {
        MessageQueueSettings settings = options.autoCreate().settings(name, filter);
        if (settings == null || registry.find(name).isPresent()) {
            return;
        }
        try {
            add(registry.create(settings));
            follow(begun);
        } catch (QueueRefusedException | StorageException e) {
            notCreated.warn(suppressed -> log.warn(
                    "{}: the queue was not made for a subscription: {}; {} more since the last line",
                    name,
                    e.getMessage(),
                    suppressed));
        }
    }

    @Override
    public void configurationChanged(Configuration before, Configuration after, ConfigurationDiff diff) {
        if (started && isNews(after)) {
            change(begun -> {
                followConfiguration(begun);
                return after;
            });
        }
    }

    private boolean isNews(Configuration next) {
        return !QueueEnvironment.of(next).equals(environment) || !next.queues().equals(followed.queues());
    }

    /** Has the queues be what the configuration in force says. */
    private void followConfiguration(QueueWorkshop.Running begun) {
        Configuration now = configurations.current();
        QueueEnvironment next = QueueEnvironment.of(now);
        boolean renewed = !next.equals(environment);
        followed = now;
        environment = next;
        QueueRegistry.Changes changes = registry.configured(now.queues());
        changes.added().forEach(this::add);
        changes.changed().forEach(definition -> slot(definition).reconfigure(definition, next));
        if (renewed) {
            QueueWorkshop.withAll(slots.values(), slot -> slot.renewSession(next), STOP_LIMIT);
        }
        follow(begun);
    }

    /** Runs a change and waits for it; fails as it fails. */
    private <T> T change(Function<QueueWorkshop.Running, T> change) {
        if (!started) {
            throw new QueueRefusedException(Kind.NOT_READY, "Not ready");
        }
        QueueWorkshop.Running begun = begun();
        CompletableFuture<T> result = CompletableFuture.supplyAsync(() -> change.apply(begun), begun.loop()::execute);
        try {
            return result.get(CHANGE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw new IllegalStateException("a change of queues failed", e.getCause());
        } catch (TimeoutException e) {
            throw new QueueRefusedException(Kind.NOT_READY, "Not ready within " + CHANGE_LIMIT.toSeconds() + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new QueueRefusedException(Kind.NOT_READY, "interrupted");
        }
    }

    /** Has all queues take no more than the local broker holds for them, also those that are made later. */
    void drain() {
        draining = true;
        if (started && !slots.isEmpty()) {
            change(begun -> {
                slots.values().forEach(QueueSlot::drain);
                return slots;
            });
        }
    }

    boolean isDraining() {
        return draining;
    }

    /** What is left of each queue, by name. */
    List<Remains> remains() {
        return slots.values().stream()
                .map(slot -> slot.remains(
                        workshop.stores().directory(slot.definition().id())))
                .toList();
    }

    /** Takes and hands out no more, and gives consumers a moment to acknowledge; to be called before their listener ends. */
    void quiesce() {
        started = false;
        runOnLoop(() -> QueueWorkshop.withAll(slots.values(), QueueSlot::quiesce, STOP_LIMIT));
    }

    @Override
    public void stop() {
        started = false;
        try {
            runOnLoop(() -> QueueWorkshop.withAll(slots.values(), QueueSlot::stop, STOP_LIMIT));
        } finally {
            QueueWorkshop.Running begun = running;
            running = null;
            if (begun != null) {
                begun.stop();
            }
        }
    }

    private void runOnLoop(Runnable task) {
        QueueWorkshop.Running begun = running;
        if (begun == null) {
            return;
        }
        try {
            if (!begun.loop().executeAndWait(task, STOP_LIMIT)) {
                log.warn("some queues did not end within {} s; nothing stored is lost", STOP_LIMIT.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return started || running != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
