package dev.mqttdq.testkit;

import dev.mqttdq.session.EventLoop;
import dev.mqttdq.session.SessionRuntime;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;

/** The threads of one side of a bridge under test. */
final class Loops implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final EventLoop loop;
    private final EventLoop keepAlive;
    private final SessionRuntime runtime;

    Loops(String name, InstantSource clock) {
        loop = new EventLoop(name, System::nanoTime);
        keepAlive = new EventLoop(name + "-keepalive", System::nanoTime);
        runtime = new SessionRuntime(loop, keepAlive, clock, new Random(1));
    }

    SessionRuntime runtime() {
        return runtime;
    }

    /** Runs a task on the side's loop and waits for it. */
    void run(Runnable task) {
        try {
            if (!loop.executeAndWait(task, PATIENCE)) {
                throw new AssertionError("the loop is blocked");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for a loop", e);
        }
    }

    @Override
    public void close() {
        loop.close();
        keepAlive.close();
    }
}
