package dev.mqttdq.bridge;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.drain.Remains;
import dev.mqttdq.store.StorageException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The place of one configured bridge, running or not. Its counters and whether it is paused or draining stay over rebuilds.
 * Belongs to the manager's loop, but for {@link #snapshot}, {@link #remains}, {@link #isDraining} and {@link #settings}.
 */
final class BridgeSlot {

    private static final Logger log = LoggerFactory.getLogger(BridgeSlot.class);

    private final BridgeCounters counters;
    private final PartitionOpener opener;
    private final BridgeFlows flows;
    private volatile BridgeEnvironment environment;
    private volatile BridgeSettings settings;
    private volatile @Nullable Bridge bridge;
    private volatile @Nullable String problem;
    private volatile boolean draining;
    private boolean paused;
    private boolean counted;
    private @Nullable Partitions opening;

    BridgeSlot(
            BridgeSettings settings,
            BridgeCounters counters,
            BridgeEnvironment environment,
            PartitionOpener opener,
            BridgeFlows flows) {
        this.settings = settings;
        this.counters = counters;
        this.environment = environment;
        this.opener = opener;
        this.flows = flows;
    }

    /** Settings for the next start. */
    void prepare(BridgeSettings settings, BridgeEnvironment environment) {
        if (!Bridge.directory(settings).equals(directory())) {
            counters.leftBehind();
            counted = false;
        }
        this.settings = settings;
        this.environment = environment;
    }

    /**
     * Opens the partitions and begins.
     *
     * @throws StorageException where they cannot be had now; to be tried again
     */
    void start() {
        Partitions partitions = opening;
        try {
            if (partitions == null) {
                partitions = new Partitions(settings, directory());
                opening = partitions;
            }
            partitions.open(settings, opener, counters.queue(), !counted);
        } catch (StorageException e) {
            problem = e.getMessage();
            throw e;
        }
        opening = null;
        counted = true;
        counters.found(partitions.queued());
        problem = null;
        Bridge started = new Bridge(settings, partitions, counters, environment, flows);
        started.pause(paused);
        if (draining) {
            started.leave();
        }
        started.start();
        bridge = started;
        log.info("{}: started with {} messages on disk", settings.name(), counters.queued());
    }

    /** Takes settings that differ only in what is read for each message. */
    void reconfigure(BridgeSettings next) {
        settings = next;
        Bridge running = bridge;
        if (running != null) {
            running.reconfigure(next);
        }
    }

    /** Sends no more, or again; also after a rebuild. */
    void pause(boolean pause) {
        paused = pause;
        Bridge running = bridge;
        if (running != null) {
            running.pause(pause);
        }
    }

    /** Takes no more messages than the local broker holds for it; also after a rebuild. */
    void drain() {
        draining = true;
        Bridge running = bridge;
        if (running != null) {
            running.leave();
        }
    }

    /** Takes messages again after {@link #drain}. */
    void stay() {
        draining = false;
        Bridge running = bridge;
        if (running != null) {
            running.stay();
        }
    }

    boolean isDraining() {
        return draining;
    }

    /** What is left of it. */
    Remains remains() {
        Bridge running = bridge;
        BridgeSettings now = settings;
        if (running != null) {
            return running.remains(now);
        }
        String why = problem == null ? "it is being started" : "it cannot start: " + problem;
        return new Remains(now.name(), directory(), counters.queued(), false, why);
    }

    /** Ends the bridge; its queue stays. */
    void stop() {
        Partitions half = opening;
        opening = null;
        if (half != null) {
            half.close();
        }
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

    BridgeCounters counters() {
        return counters;
    }

    BridgeSettings settings() {
        return settings;
    }

    Path directory() {
        return Bridge.directory(settings);
    }

    BridgeSnapshot snapshot() {
        Bridge running = bridge;
        BridgeSettings now = settings;
        return running == null
                ? new SnapshotReader(now, counters, environment).stopped(now.enable(), problem)
                : running.snapshot(now);
    }
}
