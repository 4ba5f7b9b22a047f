package dev.mqttdq.bridge;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.config.Configuration;
import dev.mqttdq.session.EventLoop;
import dev.mqttdq.store.StorageException;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Runs the bridges that a configuration names. {@link #apply} changes only those whose settings differ; all others keep
 * their connections, threads and counters. A bridge that cannot start does not hold up another, and is tried again.
 *
 * <p>All changes happen one after another on one thread, {@code bridge-manager}.
 */
public final class BridgeManager implements SmartLifecycle, BridgeSnapshots {

    private static final Logger log = LoggerFactory.getLogger(BridgeManager.class);
    private static final Duration RETRY = Duration.ofSeconds(5);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

    private final Configuration initial;
    private final BridgeEnvironment environment;
    private final PartitionOpener opener;
    private final BridgeFlows flows;
    private final MeterRegistry meters;
    private final Map<String, BridgeSlot> slots = new ConcurrentSkipListMap<>();
    private volatile @Nullable EventLoop loop;
    private volatile boolean applied;

    BridgeManager(
            Configuration initial,
            BridgeEnvironment environment,
            PartitionOpener opener,
            BridgeFlows flows,
            MeterRegistry meters) {
        this.initial = initial;
        this.environment = environment;
        this.opener = opener;
        this.flows = flows;
        this.meters = meters;
    }

    @Override
    public void start() {
        loop = new EventLoop("bridge-manager", environment.nanoTime());
        apply(initial);
    }

    /** Makes the running bridges those of a configuration; returns at once. */
    public void apply(Configuration configuration) {
        EventLoop running = loop;
        if (running == null) {
            throw new IllegalStateException("not started");
        }
        running.execute(() -> {
            removeOthers(configuration);
            configuration.bridges().values().forEach(this::change);
            applied = true;
        });
    }

    private void removeOthers(Configuration configuration) {
        for (String name : List.copyOf(slots.keySet())) {
            if (!configuration.bridges().containsKey(name)) {
                BridgeSlot slot = slots.remove(name);
                if (slot != null) {
                    slot.remove();
                    log.info("{}: removed from the configuration; its queue stays on disk", name);
                }
            }
        }
    }

    private void change(BridgeSettings next) {
        BridgeSlot slot = slots.get(next.name());
        if (slot == null) {
            slot = new BridgeSlot(next, new BridgeLatency(meters, next.name()), opener, flows, environment);
            slots.put(next.name(), slot);
        } else if (slot.settings().equals(next)) {
            return;
        } else {
            slot.stop();
            slot.settings(next);
        }
        if (next.enable()) {
            tryToStart(slot);
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

    /** Whether the stores of all bridges are open and the local broker has been tried for each. */
    public boolean isReady() {
        return applied && slots.values().stream().allMatch(BridgeSlot::isReady);
    }

    @Override
    public List<BridgeSnapshot> bridges() {
        return slots.values().stream().map(BridgeSlot::snapshot).toList();
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
        }
        running.close();
    }

    /** All at the same time: each may wait some seconds for its remote. */
    private void stopAll() {
        List<BridgeSlot> all = List.copyOf(slots.values());
        CountDownLatch stopped = new CountDownLatch(all.size());
        ExecutorService helpers = Executors.newCachedThreadPool(task -> new Thread(task, "bridge-stop"));
        all.forEach(slot -> helpers.execute(() -> {
            try {
                slot.stop();
            } finally {
                stopped.countDown();
            }
        }));
        helpers.shutdown();
        try {
            stopped.await(STOP_LIMIT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return loop != null;
    }
}
