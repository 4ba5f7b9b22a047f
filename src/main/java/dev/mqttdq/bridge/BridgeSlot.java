package dev.mqttdq.bridge;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.store.DropReason;
import dev.mqttdq.store.PartitionQueue;
import dev.mqttdq.store.QueueCounters;
import dev.mqttdq.store.Settlement;
import dev.mqttdq.store.StorageException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The place of one configured bridge, running or not. Its counters stay over rebuilds. Belongs to the manager's loop, but
 * for {@link #snapshot} and {@link #isReady}.
 */
final class BridgeSlot {

    private static final Logger log = LoggerFactory.getLogger(BridgeSlot.class);

    private final BridgeCounters counters = new BridgeCounters();
    private final BridgeLatency latency;
    private final PartitionOpener opener;
    private final BridgeFlows flows;
    private final BridgeEnvironment environment;
    private volatile BridgeSettings settings;
    private volatile @Nullable Bridge bridge;
    private volatile @Nullable String problem;

    BridgeSlot(
            BridgeSettings settings,
            BridgeLatency latency,
            PartitionOpener opener,
            BridgeFlows flows,
            BridgeEnvironment environment) {
        this.settings = settings;
        this.latency = latency;
        this.opener = opener;
        this.flows = flows;
        this.environment = environment;
    }

    /**
     * Opens the partitions and begins.
     *
     * @throws StorageException where they cannot be had now; to be tried again
     */
    void start() {
        QueueCounters queue = counters.queue();
        List<PartitionQueue> partitions = new ArrayList<>();
        try {
            for (int i = 0; i < settings.bufferPoolSize(); i++) {
                partitions.add(opener.open(settings, i, queue));
            }
        } catch (StorageException e) {
            partitions.forEach(PartitionQueue::close);
            problem = e.getMessage();
            throw e;
        }
        count(partitions);
        problem = null;
        bridge = new Bridge(settings, partitions, counters, latency, environment, flows);
        log.info(
                "{}: started; {} messages waiting in {} partitions",
                settings.name(),
                queue.enqueue() - queue.dequeue(),
                partitions.size());
    }

    /** Makes {@code enqueue = dequeue + queued} true again with what was found on disk. */
    private void count(List<PartitionQueue> partitions) {
        QueueCounters queue = counters.queue();
        long found = partitions.stream()
                .map(PartitionQueue::snapshot)
                .mapToLong(partition -> partition.buffered() + partition.handedOut())
                .sum();
        long known = queue.enqueue() - queue.dequeue();
        if (found > known) {
            queue.enqueued(found - known);
        } else if (found < known) {
            queue.settled(Settlement.dropped(DropReason.CORRUPT), known - found);
        }
    }

    /** Ends the bridge; its queue stays. */
    void stop() {
        Bridge running = bridge;
        bridge = null;
        if (running == null) {
            return;
        }
        try {
            running.stop();
            log.info("{}: stopped", settings.name());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Takes the meters with it. */
    void remove() {
        stop();
        latency.remove();
    }

    void settings(BridgeSettings settings) {
        this.settings = settings;
    }

    BridgeSettings settings() {
        return settings;
    }

    /** Whether its stores are open and the local broker was tried, or it is not to run. */
    boolean isReady() {
        Bridge running = bridge;
        return !settings.enable() || running != null && running.localAttempted();
    }

    BridgeSnapshot snapshot() {
        Bridge running = bridge;
        BridgeSettings now = settings;
        if (running == null) {
            return new SnapshotReader(now, counters, environment).stopped(now.enable(), problem);
        }
        return running.snapshot();
    }
}
