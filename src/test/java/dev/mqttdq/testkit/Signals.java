package dev.mqttdq.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/** Signals to a process that the test started. */
final class Signals {

    private Signals() {}

    static void freeze(Process process) {
        send("STOP", process);
    }

    static void thaw(Process process) {
        send("CONT", process);
    }

    /** SIGKILL, and the process is gone on return. */
    static void kill(Process process) {
        process.destroyForcibly();
        await(process);
    }

    /** SIGTERM; the exit code on return. */
    static int terminate(Process process) {
        process.destroy();
        return await(process);
    }

    /** The exit code of a process that ends by itself; one that does not within a minute is killed and reported. */
    static int await(Process process) {
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("did not end within a minute: " + process.info());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + process.info(), e);
        }
    }

    private static void send(String signal, Process process) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .inheritIO()
                    .start();
            if (await(kill) != 0) {
                throw new IllegalStateException("kill -" + signal + " " + process.pid() + " failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
