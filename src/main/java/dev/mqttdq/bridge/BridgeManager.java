package dev.mqttdq.bridge;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.config.Configuration;
import dev.mqttdq.config.ConfigurationDiff;
import dev.mqttdq.config.ConfigurationDiff.Kind;
import dev.mqttdq.config.ConfigurationListener;
import dev.mqttdq.config.ConfigurationService;
import dev.mqttdq.config.NotInEffectException;
import dev.mqttdq.config.Problem;
import dev.mqttdq.session.EventLoop;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
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
 * <p>All changes happen one after another on one thread, {@code bridge-manager}. A change that comes before {@link #start}
 * is followed by that.
 */
final class BridgeManager implements SmartLifecycle, BridgeSnapshots, BridgeOperations, ConfigurationListener {

    private static final Logger log = LoggerFactory.getLogger(BridgeManager.class);
    private static final Duration RETRY = Duration.ofSeconds(5);
    private static final Duration CHANGE_LIMIT = Duration.ofSeconds(60);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

    private final ConfigurationService configurations;
    private final BridgeWorkshop workshop;
    private final QueueDirectories directories;
    private final BridgeStarter starter;
    private final Map<String, BridgeSlot> slots = new ConcurrentSkipListMap<>();
    private Configuration followed;
    private volatile @Nullable EventLoop loop;

    BridgeManager(ConfigurationService configurations, BridgeWorkshop workshop, QueueDirectories directories) {
        this(
                configurations,
                workshop,
                directories,
                new BridgeStarter(directories, configurations::isComplete, RETRY, STOP_LIMIT));
    }

    BridgeManager(
            ConfigurationService configurations,
            BridgeWorkshop workshop,
            QueueDirectories directories,
            BridgeStarter starter) {
        this.configurations = configurations;
        this.workshop = workshop;
        this.directories = directories;
        this.starter = starter;
        followed = configurations.current();
        // Before anything starts, so that nobody finds the service without the bridges it is going to have.
        addMissing(followed);
        configurations.addListener(this);
    }

    @Override
    public void start() {
        EventLoop begun = workshop.begin();
        loop = begun;
        begun.execute(() -> follow(begun));
        if (!configurations.isComplete()) {
            configurations.whenComplete(() -> begun.execute(() -> follow(begun)));
        }
    }

    @Override
    public void configurationChanged(Configuration before, Configuration after, ConfigurationDiff diff) {
        EventLoop running = loop;
        if (running == null) {
            return;
        }
        runOnLoop(() -> follow(running));
        List<Problem> problems = slots.values().stream()
                .filter(slot -> diff.concerns(slot.settings().name()))
                .flatMap(slot -> Stream.ofNullable(slot.problem())
                        .map(problem -> new Problem("bridges." + slot.settings().name(), null, problem)))
                .toList();
        if (!problems.isEmpty()) {
            throw new NotInEffectException(problems);
        }
    }

    /** Has the bridges be what the configuration in force says, unless they have been stopped. */
    private void follow(EventLoop running) {
        if (loop != running) {
            return;
        }
        Configuration next = configurations.current();
        ConfigurationDiff diff = ConfigurationDiff.between(followed, next);
        followed = next;
        List<BridgeSlot> removed = slotsOf(diff.removed()).toList();
        slots.values().removeAll(removed);
        List<BridgeSlot> renewed = Stream.concat(
                        slotsOf(diff.disabled()),
                        slotsOf(diff.changed().keySet()).filter(slot -> !isReconfigured(slot, diff, next)))
                .toList();
        starter.end(Stream.concat(removed.stream(), renewed.stream()).toList());
        removed.forEach(BridgeManager::forget);
        BridgeEnvironment environment = workshop.environment(next);
        renewed.forEach(slot -> slot.prepare(settings(slot, next), environment));
        addMissing(next);
        starter.settle(slots.values(), running);
        if (configurations.isComplete()) {
            workshop.endOtherSessions(next);
        }
    }

    private Stream<BridgeSlot> slotsOf(Set<String> names) {
        return names.stream().flatMap(name -> Stream.ofNullable(slots.get(name)));
    }

    private static BridgeSettings settings(BridgeSlot slot, Configuration configuration) {
        return Objects.requireNonNull(
                configuration.bridges().get(slot.settings().name()));
    }

    /** Whether a bridge has taken its new settings while it runs. */
    private static boolean isReconfigured(BridgeSlot slot, ConfigurationDiff diff, Configuration next) {
        String name = slot.settings().name();
        boolean done = diff.changed().get(name) == Kind.SENDING_ONLY && slot.reconfigure(settings(slot, next));
        if (done) {
            log.info("{}: new settings for sending are in force", name);
        }
        return done;
    }

    private static void forget(BridgeSlot slot) {
        slot.counters().latency().remove();
        log.warn(
                "{}: removed from the configuration; its queue stays in {} as an orphan",
                slot.settings().name(),
                slot.directory());
    }

    private void addMissing(Configuration configuration) {
        boolean draining = slots.values().stream().anyMatch(BridgeSlot::isDraining);
        for (BridgeSettings settings : configuration.bridges().values()) {
            if (!slots.containsKey(settings.name())) {
                BridgeSlot slot = workshop.slot(settings, configuration);
                if (draining) {
                    slot.drain();
                }
                slots.put(settings.name(), slot);
            }
        }
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
                    .filter(directory -> !inUse.contains(directory) && !starter.isEnding(directory))
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
            if (!running.executeAndWait(this::stopAll, STOP_LIMIT)) {
                log.warn("some bridges did not end within {} s; nothing stored is lost", STOP_LIMIT.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            running.close();
        }
    }

    private void stopAll() {
        starter.rest();
        workshop.stop();
        starter.end(slots.values());
    }

    @Override
    public boolean isRunning() {
        return loop != null;
    }
}
