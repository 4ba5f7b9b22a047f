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
 * Belongs to the manager's loop, but for {@link #stop}, which needs only to be alone, and all that tells of it.
 */
final class BridgeSlot {

    private static final Logger log = LoggerFactory.getLogger(BridgeSlot.class);

    private final BridgeCounters counters;
    private final PartitionOpener opener;
    private final BridgeFlows flows;
    private volatile BridgeEnvironment environment;
    private volatile BridgeSettings settings;
    private volatile Path directory;
    private volatile @Nullable Bridge bridge;
    private volatile @Nullable String problem;
    private volatile boolean draining;
    private boolean paused;
    private boolean counted;
    private boolean purged;
    private @Nullable Partitions opening;

    BridgeSlot(
            BridgeSettings settings,
            BridgeCounters counters,
            BridgeEnvironment environment,
            PartitionOpener opener,
            BridgeFlows flows) {
        this.settings = settings;
        this.directory = Bridge.directory(settings);
        this.counters = counters;
        this.environment = environment;
        this.opener = opener;
        this.flows = flows;
    }

    /** Settings for the next start, or to be purged; a queue that is to be purged is purged where it lies. */
    void prepare(BridgeSettings settings, BridgeEnvironment environment) {
        Path next = Bridge.directory(settings);
        if (!next.equals(directory) && (settings.enable() || purged)) {
            counters.leftBehind();
            counted = false;
            directory = next;
        }
        this.settings = settings;
        this.environment = environment;
        problem = null;
        purged = false;
    }

    /** Whether it is as its settings want it: running, or purged. */
    boolean isSettled() {
        return settings.enable() ? bridge != null : purged;
    }

    /**
     * Opens the partitions and begins.
     *
     * @throws StorageException where they cannot be had now; to be tried again
     */
    void start() {
        Partitions partitions = opening;
        if (partitions == null) {
            partitions = new Partitions(settings, directory);
            opening = partitions;
        }
        partitions.open(settings, opener, counters.queue(), !counted);
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

    /** Its queue is gone. */
    void purged() {
        purged = true;
        problem = null;
    }

    /** It is not as its settings want it, for this reason; false where that was known. */
    boolean failed(String why) {
        boolean news = !why.equals(problem);
        problem = why;
        return news;
    }

    /** Takes settings that differ only in what is read for each message; false where it does not run. */
    boolean reconfigure(BridgeSettings next) {
        Bridge running = bridge;
        if (running == null) {
            return false;
        }
        settings = next;
        running.reconfigure(next);
        return true;
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
        return new Remains(now.name(), directory, counters.queued(), false, why);
    }

    /** Ends the bridge; its queue stays. */
    void stop() {
        Partitions half = opening;
        opening = null;
        if (half != null) {
            half.close();
            // Some of it is counted; the next start counts what is missing.
            counted = true;
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

    /** Where its queue lies. */
    Path directory() {
        return directory;
    }

    /** Why it is not as its settings want it; null where it is, or nobody has tried yet. */
    @Nullable
    String problem() {
        return problem;
    }

    BridgeSnapshot snapshot() {
        Bridge running = bridge;
        BridgeSettings now = settings;
        return running == null
                ? new SnapshotReader(now, counters, environment).stopped(now.enable(), problem)
                : running.snapshot(now);
    }
}
