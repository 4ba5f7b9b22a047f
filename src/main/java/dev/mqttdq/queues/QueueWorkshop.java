package dev.mqttdq.queues;

import dev.mqttdq.ingress.LocalSessionNotes;
import dev.mqttdq.ingress.SessionEnds;
import dev.mqttdq.session.AllAtOnce;
import dev.mqttdq.session.EventLoop;
import dev.mqttdq.session.SessionRuntime;
import dev.mqttdq.store.StorageException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What {@link QueueManager} works with: the threads that queues share, what they are made with, and the removal of what
 * deleted queues leave. Belongs to the manager's loop.
 */
final class QueueWorkshop {

    private static final Logger log = LoggerFactory.getLogger(QueueWorkshop.class);

    private final QueueStores stores;
    private final LocalSessionNotes sessions;
    private final QueueFlows flows;
    private final BooleanSupplier allIsConfigured;
    private final LongSupplier nanoTime;
    private final InstantSource wallClock = InstantSource.system();
    private final RandomGenerator random = RandomGenerator.getDefault();

    /**
     * @param allIsConfigured whether the configuration is complete, so that no session is ended that is only not known yet
     */
    QueueWorkshop(
            QueueStores stores,
            LocalSessionNotes sessions,
            QueueFlows flows,
            BooleanSupplier allIsConfigured,
            LongSupplier nanoTime) {
        this.stores = stores;
        this.sessions = sessions;
        this.flows = flows;
        this.allIsConfigured = allIsConfigured;
        this.nanoTime = nanoTime;
    }

    /** The threads, and what needs them; made when the first of it is needed. */
    final class Running {

        private final EventLoop loop = new EventLoop("queue-manager", nanoTime);
        private final EventLoop keepAlive = new EventLoop("queue-manager-keepalive", nanoTime);
        private final SessionEnds ends =
                new SessionEnds(sessions, new SessionRuntime(loop, keepAlive, wallClock, random));
        private final QueueParts parts = new QueueParts(
                stores,
                flows,
                sessions,
                keepAlive,
                nanoTime,
                wallClock,
                random,
                Long.toString(wallClock.millis(), Character.MAX_RADIX));

        EventLoop loop() {
            return loop;
        }

        QueueParts parts() {
            return parts;
        }

        /** Deletes what queues have left whose deletion was begun, and ends the sessions that no queue needs any more. */
        void removeRemains(List<QueueDefinition> queues, QueueEnvironment environment) {
            try {
                for (String id : stores.condemned()) {
                    if (queues.stream().anyMatch(queue -> queue.id().equals(id))) {
                        // The process ended before the registry let go of it: nobody was told that it is deleted.
                        stores.pardon(id);
                    } else {
                        stores.delete(id);
                    }
                }
            } catch (StorageException e) {
                log.error("what deleted queues have left on disk is tried again later: {}", e.getMessage());
            }
            if (allIsConfigured.getAsBoolean()) {
                ends.endAllBut(clientIds(queues, environment), environment.local());
            }
        }

        void stop() {
            ends.stop();
            keepAlive.close();
            loop.close();
        }
    }

    Running begin() {
        return new Running();
    }

    QueueStores stores() {
        return stores;
    }

    InstantSource wallClock() {
        return wallClock;
    }

    /** Whether there is anything to remove, though perhaps no queue. */
    boolean hasRemains(List<QueueDefinition> queues, QueueEnvironment environment) {
        return !stores.condemned().isEmpty()
                || !sessions.others(
                                clientIds(queues, environment),
                                environment.local().server())
                        .isEmpty();
    }

    private List<String> clientIds(List<QueueDefinition> queues, QueueEnvironment environment) {
        return queues.stream()
                .map(queue -> environment.subscription(queue, sessions).clientId())
                .toList();
    }

    /** Does something with all slots at the same time, for each may take some seconds. */
    static void withAll(Collection<QueueSlot> slots, Consumer<QueueSlot> action, Duration limit) {
        AllAtOnce.forEach(slots, action, "queue-stop", limit);
    }
}
