package dev.mqttdq.queues;

import dev.mqttdq.session.TaskLoop;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/** A loop whose time stands still until the test moves it, and whose tasks run when the test says so. */
final class ScriptedLoop implements TaskLoop {

    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::due).thenComparingLong(Task::number));
    // Near the overflow, where comparing instead of subtracting would fail.
    private long now = Long.MAX_VALUE - Duration.ofSeconds(1).toNanos();
    private long elapsed;
    private long numbers;

    private record Task(long due, long number, FutureTask<?> work) {}

    @Override
    public void execute(Runnable task) {
        add(Duration.ZERO, task);
    }

    @Override
    public Future<?> schedule(Duration delay, Runnable task) {
        return add(delay, task);
    }

    private Future<?> add(Duration delay, Runnable task) {
        FutureTask<?> work = new FutureTask<>(task, null);
        tasks.add(new Task(elapsed + delay.toNanos(), numbers++, work));
        return work;
    }

    @Override
    public long nanoTime() {
        return now;
    }

    /** Runs all that is due. */
    void run() {
        while (!tasks.isEmpty() && tasks.peek().due() <= elapsed) {
            FutureTask<?> work = tasks.poll().work();
            work.run();
            if (!work.isCancelled()) {
                failWith(work);
            }
        }
    }

    /** Lets time pass, and runs what becomes due in it. */
    void advance(Duration duration) {
        elapsed += duration.toNanos();
        now += duration.toNanos();
        run();
    }

    private static void failWith(FutureTask<?> work) {
        try {
            work.get();
        } catch (ExecutionException e) {
            throw new AssertionError("a task failed", e.getCause());
        } catch (InterruptedException e) {
            throw new IllegalStateException("a finished task was waited for", e);
        }
    }
}
