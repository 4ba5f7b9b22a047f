package dev.mqttdq.config;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the configuration in force and takes new ones from their sources while the service runs. A candidate that is not
 * valid as a whole changes nothing: the last good configuration stays, and the problems are remembered until a good
 * candidate comes.
 *
 * <p>Everything that changes the configuration happens on one thread, one after the other; reading is safe for all threads
 * and never waits.
 */
public final class ConfigurationService implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ConfigurationService.class);
    private static final Duration DEBOUNCE = Duration.ofMillis(200);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private final ConfigurationLoader loader;
    private final ScheduledExecutorService thread;
    private final InstantSource clock;
    private final List<ConfigurationListener> listeners = new CopyOnWriteArrayList<>();
    private final AtomicBoolean reloadIsDue = new AtomicBoolean();
    private final CompletableFuture<Void> complete = new CompletableFuture<>();
    private volatile ConfigurationState state;
    private volatile String lastRead;

    /** Of the thread. */
    private FileInForce fileInForce;

    /**
     * Loads the first configuration.
     *
     * @param thread one thread of its own, closed together with this
     * @throws InvalidConfigurationException with all problems, if there is no valid one to start with
     */
    public ConfigurationService(ConfigurationLoader loader, ScheduledExecutorService thread, InstantSource clock) {
        this.loader = loader;
        this.thread = thread;
        this.clock = clock;
        this.lastRead = fingerprint();
        boolean whole = loader.isComplete();
        Map<String, Object> tree = loader.tree();
        LoadedConfiguration loaded = loader.load(tree);
        this.fileInForce = new FileInForce(tree);
        Instant now = clock.instant();
        String source = loader.configFile().map(file -> file.path().toString()).orElse("environment");
        this.state = new ConfigurationState(
                loaded.configuration(),
                1,
                source,
                now,
                loaded.notices(),
                new Reload(now, Reload.Outcome.APPLIED, List.of()));
        loaded.notices().forEach(Notice::log);
        note(whole);
        watch();
    }

    /** The configuration in force. */
    public Configuration current() {
        return state.configuration();
    }

    /** The configuration in force and how it came about. */
    public ConfigurationState state() {
        return state;
    }

    /**
     * Whether all sources have been read since the start. Until then, what is not configured may only not be known yet:
     * nothing may be given up for it.
     */
    public boolean isComplete() {
        return complete.isDone();
    }

    /** Runs a task when {@link #isComplete} and the listeners have followed; on any thread, at once where it is so. */
    public void whenComplete(Runnable task) {
        CompletableFuture<?> unused = complete.thenRun(task);
    }

    private void note(boolean whole) {
        if (whole) {
            complete.complete(null);
        }
    }

    /** Tells a listener of every configuration that comes into force from now on. */
    public void addListener(ConfigurationListener listener) {
        listeners.add(listener);
    }

    /** Takes the configuration from its sources; the result is there when the listeners have followed it. */
    public CompletableFuture<Reload> reload() {
        return call(this::reloadNow);
    }

    /** Asks for a reload soon; several requests in a short time make one. */
    public void requestReload() {
        if (!thread.isShutdown() && reloadIsDue.compareAndSet(false, true)) {
            Future<?> unused = thread.schedule(
                    () -> {
                        reloadIsDue.set(false);
                        guarded(this::reloadNow);
                    },
                    DEBOUNCE.toMillis(),
                    TimeUnit.MILLISECONDS);
        }
    }

    /** Waits for what is under way, then takes no further changes. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                log.warn("a change of the configuration is still under way after {}", CLOSE_TIMEOUT);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs something that reads and changes the configuration, with nothing else in between. */
    <T> CompletableFuture<T> call(Supplier<T> change) {
        return CompletableFuture.supplyAsync(change, thread);
    }

    /** Only on this service's thread. */
    Reload reloadNow() {
        lastRead = fingerprint();
        Instant now = clock.instant();
        try {
            boolean whole = loader.isComplete();
            Map<String, Object> tree = loader.tree();
            fileInForce.checkNext(tree);
            LoadedConfiguration loaded = loader.load(tree);
            fileInForce = new FileInForce(tree);
            Reload reload = loaded.configuration().equals(current()) ? unchanged(now) : apply(loaded, now);
            note(whole);
            return reload;
        } catch (InvalidConfigurationException e) {
            log.error(
                    "configuration rejected, generation {} stays in force:\n{}",
                    state.generation(),
                    Problem.lines(e.problems()));
            return rejected(now, e.problems());
        }
    }

    private Reload rejected(Instant now, List<Problem> problems) {
        Reload rejected = new Reload(now, Reload.Outcome.REJECTED, problems);
        state = state.with(rejected);
        return rejected;
    }

    private Reload unchanged(Instant now) {
        Reload unchanged = new Reload(now, Reload.Outcome.UNCHANGED, List.of());
        state = state.with(unchanged);
        return unchanged;
    }

    private Reload apply(LoadedConfiguration loaded, Instant now) {
        Configuration before = current();
        ConfigurationDiff diff = ConfigurationDiff.between(before, loaded.configuration());
        state = state.next(loaded, new Reload(now, Reload.Outcome.APPLIED, List.of()));
        log.info("configuration generation {}: {}", state.generation(), diff);
        loaded.notices().forEach(Notice::log);
        List<Problem> failures = new ArrayList<>();
        for (ConfigurationListener listener : listeners) {
            try {
                listener.configurationChanged(before, loaded.configuration(), diff);
            } catch (NotInEffectException e) {
                log.error("configuration generation {}: {}", state.generation(), e.getMessage());
                failures.addAll(e.problems());
            } catch (RuntimeException | Error e) {
                log.error("configuration generation {} could not be put into effect", state.generation(), e);
                failures.add(new Problem("configuration", null, "could not be put into effect: " + e));
            }
        }
        if (!failures.isEmpty()) {
            state = state.with(new Reload(now, Reload.Outcome.FAILED, failures));
        }
        return state.lastReload();
    }

    private void watch() {
        if (loader.configFile().isEmpty()) {
            return;
        }
        ConfigFileWatcher watcher = new ConfigFileWatcher(loader.configFile().get(), () -> lastRead);
        Future<?> unused = thread.scheduleWithFixedDelay(
                () -> guarded(() -> {
                    if (watcher.look()) {
                        reloadNow();
                    }
                }),
                LOOK_EVERY.toMillis(),
                LOOK_EVERY.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** A scheduled task that throws would be the last of its kind, whatever it throws. */
    private void guarded(Runnable reload) {
        try {
            reload.run();
        } catch (RuntimeException | Error e) {
            log.error("configuration could not be reloaded, generation {} stays in force", state.generation(), e);
            // Only its name: the message may quote the file.
            String name = e.getClass().getName();
            rejected(clock.instant(), List.of(new Problem("configuration", null, "could not be reloaded: " + name)));
        }
    }

    /** What the file held when it was last read, good or not, as {@link ConfigFile#fingerprint}. */
    String lastRead() {
        return lastRead;
    }

    /** Only on this service's thread. */
    FileInForce fileInForce() {
        return fileInForce;
    }

    /** What the file holds now. */
    String fingerprint() {
        return loader.configFile().map(ConfigFile::fingerprint).orElse("");
    }
}
