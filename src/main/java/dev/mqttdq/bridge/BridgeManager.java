package dev.mqttdq.bridge;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.config.Configuration;
import dev.mqttdq.config.ConfigurationDiff;
import dev.mqttdq.config.ConfigurationDiff.Kind;
import dev.mqttdq.config.ConfigurationListener;
import dev.mqttdq.config.ConfigurationService;
import dev.mqttdq.session.EventLoop;
import dev.mqttdq.store.StorageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Runs the bridges that the configuration names, and follows its changes: only bridges whose settings differ are touched,
 * all others keep their connections, threads and counters. A bridge that cannot start does not hold up another, and is
 * tried again.
 *
 * <p>Nothing is lost when a bridge is rebuilt: its session at the local broker stays, so the broker keeps what arrives
 * meanwhile, and its queue stays on disk. A bridge that is disabled is purged; one that is removed leaves its queue behind
 * as an orphan, and gets it back should it return.
 *
 * <p>All changes happen one after another on one thread, {@code bridge-manager}.
 */
final class BridgeManager implements SmartLifecycle, BridgeSnapshots, BridgeOperations, ConfigurationListener {

    private static final Logger log = LoggerFactory.getLogger(BridgeManager.class);
    private static final Duration RETRY = Duration.ofSeconds(5);
    private static final Duration CHANGE_LIMIT = Duration.ofSeconds(60);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

    private final ConfigurationService configurations;
    private final BridgeWorkshop workshop;
    private final QueueDirectories directories;
    private final Map<String, BridgeSlot> slots = new ConcurrentSkipListMap<>();
    private volatile @Nullable EventLoop loop;

    BridgeManager(ConfigurationService configurations, BridgeWorkshop workshop, QueueDirectories directories) {
        this.configurations = configurations;
        this.workshop = workshop;
        this.directories = directories;
        Configuration configuration = configurations.current();
        // Before anything starts, so that nobody finds the service without the bridges it is going to have.
        configuration.bridges().values().forEach(settings -> slots.put(settings.name(), slot(settings, configuration)));
        configurations.addListener(this);
    }

    @Override
    public void start() {
        EventLoop begun = workshop.begin();
        loop = begun;
        begun.execute(() -> {
            slots.values().stream().filter(slot -> slot.settings().enable()).forEach(this::startOrPurge);
        });
        configurations.whenComplete(() -> begun.execute(this::giveUpTheRest));
    }

    /** What is neither configured nor enabled, once it is certain that it is not: see {@link ConfigurationService#isComplete}. */
    private void giveUpTheRest() {
        slots.values().stream().filter(slot -> !slot.settings().enable()).forEach(this::purge);
        endOtherSessions(configurations.current());
    }

    private void endOtherSessions(Configuration configuration) {
        if (configurations.isComplete()) {
            workshop.endOtherSessions(configuration);
        }
    }

    private BridgeSlot slot(BridgeSettings settings, Configuration configuration) {
        return workshop.slot(settings, configuration);
    }

    @Override
    public void configurationChanged(Configuration before, Configuration after, ConfigurationDiff diff) {
        runOnLoop(() -> {
            diff.removed().forEach(this::remove);
            diff.disabled().forEach(name -> disable(name, after));
            diff.changed().forEach((name, kind) -> change(after.bridges().get(name), kind, after));
            diff.added().forEach(name -> add(after, name));
            endOtherSessions(after);
        });
    }

    private void add(Configuration configuration, String name) {
        BridgeSettings settings = configured(configuration, name);
        BridgeSlot slot = slot(settings, configuration);
        if (slots.values().stream().anyMatch(BridgeSlot::isDraining)) {
            slot.drain();
        }
        slots.put(name, slot);
        startOrPurge(slot);
    }

    private void change(@Nullable BridgeSettings next, Kind kind, Configuration configuration) {
        if (next == null) {
            throw new IllegalStateException("a bridge that changed must be configured");
        }
        BridgeSlot slot = slotOf(next.name());
        if (kind == Kind.SENDING_ONLY) {
            slot.reconfigure(next);
            log.info("{}: new settings for sending are in force", next.name());
            return;
        }
        slot.stop();
        slot.prepare(next, workshop.environment(configuration));
        startOrPurge(slot);
    }

    private void disable(String name, Configuration configuration) {
        BridgeSlot slot = slotOf(name);
        slot.stop();
        purge(slot);
        slot.prepare(configured(configuration, name), workshop.environment(configuration));
    }

    private void remove(String name) {
        BridgeSlot slot = slotOf(name);
        slots.remove(name);
        slot.stop();
        slot.counters().latency().remove();
        log.warn("{}: removed from the configuration; its queue stays in {} as an orphan", name, slot.directory());
    }

    private void startOrPurge(BridgeSlot slot) {
        if (slot.settings().enable()) {
            directories.use(slot.directory(), slot.settings().name());
            tryToStart(slot);
        } else {
            purge(slot);
        }
    }

    private void tryToStart(BridgeSlot slot) {
        BridgeSettings settings = slot.settings();
        try {
            slot.start();
        } catch (StorageException e) {
            log.error("{}: cannot start: {}; next attempt in {} s", settings.name(), e.getMessage(), RETRY.toSeconds());
            EventLoop running = loop;
            if (running != null) {
                running.schedule(RETRY, () -> {
                    if (slots.get(settings.name()) == slot && slot.settings() == settings) {
                        tryToStart(slot);
                    }
                });
            }
        }
    }

    private void purge(BridgeSlot slot) {
        if (!configurations.isComplete()) {
            // It may yet turn out to be enabled; otherwise its turn comes in giveUpTheRest.
            return;
        }
        if (slot.directory().toFile().isDirectory()) {
            log.warn(
                    "{}: disabled in the configuration; its queue in {} is purged, {} messages with it",
                    slot.settings().name(),
                    slot.directory(),
                    slot.counters().queued());
            directories.delete(slot.directory());
        }
        slot.counters().purged();
    }

    private BridgeSlot slotOf(String name) {
        BridgeSlot slot = slots.get(name);
        if (slot == null) {
            throw new IllegalStateException("there is no place for bridge " + name);
        }
        return slot;
    }

    private static BridgeSettings configured(Configuration configuration, String name) {
        BridgeSettings settings = configuration.bridges().get(name);
        if (settings == null) {
            throw new IllegalStateException("bridge " + name + " is not configured");
        }
        return settings;
    }

    @Override
    public List<BridgeSnapshot> bridges() {
        return slots.values().stream().map(BridgeSlot::snapshot).toList();
    }

    @Override
    public void pause(String bridge) {
        pause(bridge, true);
    }

    @Override
    public void resume(String bridge) {
        pause(bridge, false);
    }

    private void pause(String bridge, boolean pause) {
        BridgeSlot slot = slots.get(bridge);
        if (slot == null || !slot.settings().enable()) {
            throw new UnknownBridgeException(bridge);
        }
        runOnLoop(() -> {
            slot.pause(pause);
            if (!pause) {
                slot.stay();
            }
        });
        log.info("{}: {} by an operator", bridge, pause ? "paused" : "resumed");
    }

    @Override
    public List<OrphanQueue> orphans() {
        return directories.orphans(
                slots.values().stream().map(BridgeSlot::directory).toList());
    }

    @Override
    public List<OrphanQueue> purgeOrphans(String bridge) {
        List<OrphanQueue> found = orphans().stream()
                .filter(orphan -> orphan.bridge().equals(bridge))
                .toList();
        if (found.isEmpty()) {
            throw new UnknownBridgeException(bridge);
        }
        runOnLoop(() -> {
            List<Path> inUse =
                    slots.values().stream().map(BridgeSlot::directory).toList();
            found.stream()
                    .map(OrphanQueue::directory)
                    .filter(directory -> !inUse.contains(directory))
                    .forEach(directory -> {
                        directories.delete(directory);
                        log.warn("{}: orphaned queue in {} purged by an operator", bridge, directory);
                    });
        });
        return found;
    }

    /** All places, by name; any thread may look. */
    Collection<BridgeSlot> slots() {
        return Collections.unmodifiableCollection(slots.values());
    }

    /** Runs a change on the loop and waits for its end; not to be called on the loop. */
    void runOnLoop(Runnable change) {
        EventLoop running = loop;
        if (running == null) {
            throw new IllegalStateException("the bridges are not running");
        }
        try {
            if (!running.executeAndWait(change, CHANGE_LIMIT)) {
                throw new IllegalStateException("not done within " + CHANGE_LIMIT.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void stop() {
        EventLoop running = loop;
        loop = null;
        if (running == null) {
            return;
        }
        try {
            if (!running.executeAndWait(() -> workshop.stopAll(slots.values(), STOP_LIMIT), STOP_LIMIT)) {
                log.warn("some bridges did not end within {} s; nothing stored is lost", STOP_LIMIT.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        running.close();
    }

    @Override
    public boolean isRunning() {
        return loop != null;
    }
}
