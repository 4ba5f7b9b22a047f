package dev.mqttdq.session;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * One thread that owns the mutable state of everything that runs on it. Tasks must not block; they run in the order in
 * which they were given, delayed ones when they are due. A task that throws is logged and does not stop the others.
 *
 * <p>What queues up here is bounded by its senders: windows, batches and timers.
 */
public final class EventLoop implements TaskLoop, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(EventLoop.class);

    private final String name;
    private final LongSupplier nanoTime;
    private final ScheduledThreadPoolExecutor executor;
    private volatile Thread thread = Thread.currentThread();

    /**
     * Starts the thread.
     *
     * @param name the thread's name, as {@code <bridge>-<role>}
     * @param nanoTime a monotonic clock, as {@link System#nanoTime}
     */
    public EventLoop(String name, LongSupplier nanoTime) {
        this(name, nanoTime, () -> {});
    }

    private EventLoop(String name, LongSupplier nanoTime, Runnable first) {
        this.name = name;
        this.nanoTime = nanoTime;
        executor = new ScheduledThreadPoolExecutor(
                1, task -> thread = new Thread(preceded(first, task), name), new ThreadPoolExecutor.DiscardPolicy());
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        executor.prestartCoreThread();
    }

    /** Starts a thread {@code <bridge>-<role>}, whose log lines carry the bridge's name as the field {@code bridge}. */
    public static EventLoop ofBridge(String bridge, String role, LongSupplier nanoTime) {
        return new EventLoop(bridge + "-" + role, nanoTime, () -> MDC.put("bridge", bridge));
    }

    /** Starts a thread {@code <queue>-<role>}, whose log lines carry the message queue's name as the field {@code queue}. */
    public static EventLoop ofQueue(String queue, String role, LongSupplier nanoTime) {
        return new EventLoop(queue + "-" + role, nanoTime, () -> MDC.put("queue", queue));
    }

    private static Runnable preceded(Runnable first, Runnable task) {
        return () -> {
            first.run();
            task.run();
        };
    }

    /** Runs a task soon; drops it when the loop is closed. */
    @Override
    public void execute(Runnable task) {
        executor.execute(guarded(task));
    }

    /** Runs a task after a delay; drops it when the loop is closed. */
    @Override
    public Future<?> schedule(Duration delay, Runnable task) {
        return executor.schedule(guarded(task), delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public long nanoTime() {
        return nanoTime.getAsLong();
    }

    /**
     * Runs a task and waits for it, at most so long; returns whether it ran, and fails as it fails. It runs also when nobody
     * waits for it any more. Not to be called on the loop itself.
     */
    public boolean executeAndWait(Runnable task, Duration limit) throws InterruptedException {
        CompletableFuture<Boolean> ran = new CompletableFuture<>();
        execute(() -> {
            try {
                task.run();
                ran.complete(true);
            } catch (RuntimeException | Error e) {
                if (!ran.completeExceptionally(e)) {
                    throw e;
                }
            }
        });
        try {
            return ran.completeOnTimeout(false, limit.toNanos(), TimeUnit.NANOSECONDS)
                    .get();
        } catch (InterruptedException e) {
            ran.cancel(false);
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(name + ": a task failed", e.getCause());
        }
    }

    /** Fails where the caller is not on this loop; that is a bug. */
    void assertOnLoop() {
        if (Thread.currentThread() != thread) {
            throw new IllegalStateException(
                    "must run on " + name + ", not on " + Thread.currentThread().getName());
        }
    }

    /** Ends the thread after the tasks that are due already; does not wait for it. */
    @Override
    public void close() {
        executor.shutdown();
    }

    private Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException e) {
                log.error("{}: a task failed; this is a bug", name, e);
            }
        };
    }
}
