package dev.mqttdq.queues;

import dev.mqttdq.drain.Remains;
import dev.mqttdq.ingress.IngressState;
import dev.mqttdq.ingress.IngressState.Presence;
import dev.mqttdq.store.DropReason;
import dev.mqttdq.store.PartitionQueues;
import dev.mqttdq.store.PartitionSnapshot;
import dev.mqttdq.store.QueueCounters;
import dev.mqttdq.store.StorageException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The place of one queue that is to exist, running or not. Its counters stay over restarts. Belongs to the manager's loop,
 * but for {@link #view}.
 */
final class QueueSlot {

    private static final Logger log = LoggerFactory.getLogger(QueueSlot.class);

    private final QueueCounters counters = new QueueCounters();
    private final DispatchCounters dispatched = new DispatchCounters();
    private final Subscriptions subscriptions;
    private volatile QueueDefinition definition;
    private volatile @Nullable MessageQueue queue;
    private volatile @Nullable CompletableFuture<OpenStore> opening;
    private volatile @Nullable String problem;
    private boolean draining;
    private boolean counted;

    QueueSlot(QueueDefinition definition, Subscriptions subscriptions) {
        this.definition = definition;
        this.subscriptions = subscriptions;
    }

    QueueDefinition definition() {
        return definition;
    }

    /** Whether it neither runs nor is about to. */
    boolean isIdle() {
        return queue == null && opening == null;
    }

    /** Whether its messages are being opened, or are open and {@link #start} is not called yet. */
    boolean isOpening() {
        return opening != null;
    }

    /**
     * Begins to open its messages, of a large last-value queue for minutes. When that is done, which is told on any thread,
     * and whether or not it succeeded, {@link #start} is to be called.
     */
    CompletableFuture<?> open(QueueParts parts) {
        CompletableFuture<OpenStore> begun = parts.stores().open(definition, counters, !counted);
        opening = begun;
        return begun;
    }

    /**
     * Begins where its messages are open now; does nothing where they are not being opened, or not open yet.
     *
     * @throws StorageException where they could not be opened; it is idle again
     */
    void start(QueueEnvironment environment, QueueParts parts) {
        CompletableFuture<OpenStore> opened = opening;
        if (opened != null && opened.isDone()) {
            opening = null;
            start(PartitionQueues.await(opened), environment, parts);
        }
    }

    private void start(OpenStore store, QueueEnvironment environment, QueueParts parts) {
        counted = true;
        // It may have been changed meanwhile.
        store.queue().reconfigure(MessageQueue.partitionSettings(definition.settings()));
        MessageQueue started;
        try {
            started = new MessageQueue(definition, environment, store, dispatched, parts);
        } catch (RuntimeException e) {
            store.queue().close();
            throw e;
        }
        if (draining) {
            started.leave();
        }
        started.start();
        queue = started;
        problem = null;
        log.info(
                "{}: queue started with {} messages on disk",
                definition.name(),
                store.queue().snapshot().messages());
        subscriptions.opened(definition.name(), definition.settings().topicFilter(), started);
    }

    /** It does not run, for this reason. */
    void failed(String why) {
        problem = why;
    }

    void reconfigure(QueueDefinition next, QueueEnvironment environment) {
        definition = next;
        MessageQueue running = queue;
        if (running != null) {
            running.reconfigure(next, environment);
        }
    }

    void renewSession(QueueEnvironment environment) {
        MessageQueue running = queue;
        if (running != null) {
            try {
                running.renewSession(environment);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Takes no more messages than the local broker holds for it, through restarts too; goes on delivering. */
    void drain() {
        draining = true;
        MessageQueue running = queue;
        if (running != null) {
            running.leave();
        }
    }

    /**
     * What is left of it, where it is to go away; any thread may ask.
     *
     * @param directory of its messages
     */
    Remains remains(Path directory) {
        MessageQueue running = queue;
        if (running == null) {
            String why = problem == null || isOpening() ? "it is being started" : "it cannot start: " + problem;
            return new Remains(definition.name(), directory, counters.enqueue() - counters.dequeue(), false, why);
        }
        long remaining = running.stored().messages();
        IngressState session = running.session();
        boolean sessionEnded = session.presence() == Presence.LEFT;
        String reason = Stream.of(
                        sessionEnded ? null : session.whyNotLeft(),
                        remaining == 0
                                ? null
                                : dispatched.consumers() == 0
                                        ? "nobody consumes it"
                                        : "its consumers have not acknowledged all messages yet")
                .filter(Objects::nonNull)
                .collect(Collectors.joining("; "));
        return new Remains(definition.name(), directory, remaining, sessionEnded, reason.isEmpty() ? null : reason);
    }

    /** Takes and hands out no more. */
    void quiesce() {
        MessageQueue running = queue;
        if (running != null) {
            try {
                running.quiesce();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Ends the queue, also while it is opened; its messages stay on disk, its subscriptions wait. */
    void stop() {
        CompletableFuture<OpenStore> opened = opening;
        opening = null;
        if (opened != null) {
            closeWhenOpen(opened);
        }
        MessageQueue running = queue;
        queue = null;
        if (running == null) {
            return;
        }
        subscriptions.closed(definition.name());
        try {
            running.stop();
            log.info("{}: queue stopped", definition.name());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeWhenOpen(CompletableFuture<OpenStore> opened) {
        try {
            opened.join().queue().close();
        } catch (CompletionException e) {
            log.debug("{}: could not be opened and need not be closed", definition.name(), e);
        }
    }

    /** The queue as of now; any thread may ask. */
    QueueView view(long nowMillis) {
        MessageQueue running = queue;
        PartitionSnapshot stored = running == null ? PartitionSnapshot.empty(null, false) : running.stored();
        IngressState session = running == null ? IngressState.INITIAL : running.session();
        int silent = subscriptions.silent(definition.name());
        long expired = counters.drop(DropReason.EXPIRED) + counters.drop(DropReason.RETENTION);
        long replaced = counters.drop(DropReason.REPLACED);
        long oldest = stored.oldestArrivalMillis();
        return new QueueView(
                definition,
                new QueueStats(
                        stored.messages(),
                        stored.liveBytes(),
                        stored.bytesOnDisk(),
                        oldest == 0 ? 0 : Math.max(0, nowMillis - oldest),
                        dispatched.consumers(),
                        silent,
                        dispatched.inflight(),
                        counters.enqueue(),
                        dispatched.delivered(),
                        counters.publish(),
                        dispatched.rejected(),
                        replaced,
                        expired,
                        counters.drop() - expired - replaced,
                        session.subscribed(),
                        problem(stored, session, silent)));
    }

    private @Nullable String problem(PartitionSnapshot stored, IngressState session, int silent) {
        if (isOpening()) {
            return "its messages are being opened";
        }
        if (problem != null) {
            return problem;
        }
        if (stored.problem() != null) {
            return stored.problem();
        }
        if (session.problem() != null) {
            return session.problem();
        }
        return silent == 0
                ? null
                : silent + " subscriptions name another filter than "
                        + definition.settings().topicFilter().value() + " and receive nothing";
    }
}
