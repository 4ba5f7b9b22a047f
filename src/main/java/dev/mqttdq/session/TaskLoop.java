package dev.mqttdq.session;

import java.time.Duration;
import java.util.concurrent.Future;

/** Runs the tasks of one owner one after another, in the order in which they were given; delayed ones when they are due. */
public interface TaskLoop {

    /** Runs a task soon. */
    void execute(Runnable task);

    /** Runs a task after a delay. */
    Future<?> schedule(Duration delay, Runnable task);

    /** A monotonic clock, in nanoseconds. */
    long nanoTime();
}
