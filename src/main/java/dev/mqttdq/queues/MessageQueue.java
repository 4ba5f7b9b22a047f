package dev.mqttdq.queues;

import dev.mqttdq.config.MessageQueueSettings;
import dev.mqttdq.ingress.IngressState;
import dev.mqttdq.session.EventLoop;
import dev.mqttdq.session.SessionRuntime;
import dev.mqttdq.store.PartitionSettings;
import dev.mqttdq.store.PartitionSnapshot;
import dev.mqttdq.store.QueueLimits;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A running queue: its messages on disk, the session at the local broker that brings them, and the dispatcher that hands
 * them to consumers.
 *
 * <p>What the local broker was told is stored survives the process. A message leaves the queue when a consumer has
 * acknowledged it, a limit, its age or its expiry ended it, a newer one of its key took its place, or it was delivered
 * {@code max_deliveries} times. Expiry is noticed when the message would be sent: what expires while nobody takes messages
 * stays on disk, and counted, until then or until it is too old. See {@link Dispatcher} for order and repeats, and
 * {@link dev.mqttdq.store.PartitionQueue} for what the disk promises.
 *
 * <p>Sessions and consumers share the loop {@code <queue>-dispatch}. What consumers say may be told on any thread;
 * everything else belongs to the manager's loop.
 */
final class MessageQueue {

    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(2);
    private static final Duration ANSWER_GRACE = Duration.ofSeconds(3);
    private static final Duration LOOP_LIMIT = Duration.ofSeconds(3);

    private final QueueParts parts;
    private final OpenStore store;
    private final EventLoop loop;
    private final Dispatcher dispatcher;
    private final QueueIntake intake;
    private QueueDefinition definition;
    private volatile QueueIngress ingress;
    private boolean leaving;

    /** Takes the store over. */
    MessageQueue(
            QueueDefinition definition,
            QueueEnvironment environment,
            OpenStore store,
            DispatchCounters counters,
            QueueParts parts) {
        this.parts = parts;
        this.store = store;
        this.definition = definition;
        intake = new QueueIntake(
                definition, environment.publisher(), store, parts.idPrefix(definition), parts.nanoTime());
        loop = EventLoop.ofQueue(definition.name(), "dispatch", parts.nanoTime());
        dispatcher = new Dispatcher(
                definition.settings(),
                store.queue(),
                new Dispatcher.Surroundings(loop, parts.wallClock(), parts.random()),
                counters);
        ingress = ingress(environment);
    }

    private QueueIngress ingress(QueueEnvironment environment) {
        return new QueueIngress(
                environment.subscription(definition, parts.sessions()),
                parts.sessions(),
                new SessionRuntime(loop, parts.keepAlive(), parts.wallClock(), parts.random()),
                parts.flows(),
                intake);
    }

    /** How a queue keeps its messages. */
    static PartitionSettings partitionSettings(MessageQueueSettings settings) {
        return PartitionSettings.ofQueue(
                settings.lastValue(),
                true,
                new QueueLimits(
                        settings.maxMessages(),
                        settings.maxMessageBytes(),
                        settings.retention().toMillis()));
    }

    /** Begins to take messages. */
    void start() {
        ingress.start();
    }

    /** Follows new settings; nothing is interrupted. */
    void reconfigure(QueueDefinition next, QueueEnvironment environment) {
        definition = next;
        intake.reconfigure(next.settings(), environment.publisher());
        store.queue().reconfigure(partitionSettings(next.settings()));
        loop.execute(() -> dispatcher.reconfigure(next.settings()));
    }

    /** Takes no more than the local broker holds for it, then leaves that; goes on delivering. */
    void leave() {
        leaving = true;
        ingress.leave();
    }

    /** Goes to the local broker anew; consumers do not notice. */
    void renewSession(QueueEnvironment environment) throws InterruptedException {
        ingress.drain(DRAIN_LIMIT);
        ingress.stop();
        loop.executeAndWait(() -> {}, LOOP_LIMIT);
        intake.reconfigure(definition.settings(), environment.publisher());
        ingress = ingress(environment);
        if (leaving) {
            ingress.leave();
        }
        ingress.start();
    }

    void attach(Consumer consumer) {
        loop.execute(() -> dispatcher.attach(consumer));
    }

    void detach(Consumer consumer) {
        loop.execute(() -> dispatcher.detach(consumer));
    }

    void acknowledged(Consumer consumer, long number) {
        loop.execute(() -> dispatcher.acknowledged(consumer, number));
    }

    void rejected(Consumer consumer, long number) {
        loop.execute(() -> dispatcher.rejected(consumer, number));
    }

    void ready(Consumer consumer) {
        loop.execute(() -> dispatcher.ready(consumer));
    }

    IngressState session() {
        return ingress.state();
    }

    PartitionSnapshot stored() {
        return store.queue().snapshot();
    }

    /** Takes and hands out no more, and gives consumers a moment to acknowledge what they have. */
    void quiesce() throws InterruptedException {
        ingress.drain(DRAIN_LIMIT);
        CountDownLatch answered = new CountDownLatch(1);
        loop.execute(() -> dispatcher.pause(answered::countDown));
        answered.await(ANSWER_GRACE.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Ends the queue; what is stored stays on disk. */
    void stop() throws InterruptedException {
        try {
            ingress.stop();
            loop.executeAndWait(() -> {}, LOOP_LIMIT);
        } finally {
            store.queue().close();
            loop.close();
        }
    }
}
