package dev.mqttdq.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * {@code drain}: has the service on this machine empty itself, waits for that, and prints what remains. Meant for a preStop
 * hook, so it says by its exit code alone how it went.
 */
final class DrainCommand {

    private static final int POLL_MILLIS = 500;
    // The service ends by its own clock; this only keeps us from asking for ever.
    private static final int MORE_POLLS = 60;

    private final PrintStream out;
    private final PrintStream err;
    private final ManagementClient service;

    DrainCommand(PrintStream out, PrintStream err, ManagementClient service) {
        this.out = out;
        this.err = err;
        this.service = service;
    }

    /** Carries it out and tells the exit code. */
    int run(DrainArguments arguments) {
        try {
            JsonNode report = service.post(
                    "/actuator/drain",
                    "{\"deadline_s\": %d, \"if_leaving\": %b}"
                            .formatted(arguments.deadlineSeconds(), arguments.ifLeaving()));
            if (arguments.ifLeaving() && !report.path("leaving").asBoolean()) {
                out.println("not leaving: " + report.path("leaving_reason").asString() + "; nothing is drained");
                return CommandLine.OK;
            }
            int polls = arguments.deadlineSeconds() * (1000 / POLL_MILLIS) + MORE_POLLS;
            while (isDraining(report) && polls-- > 0) {
                pause();
                report = service.get("/actuator/drain");
            }
            print(report);
            return report.path("state").asString().equals("drained") ? CommandLine.OK : CommandLine.REMAINS;
        } catch (IOException | JacksonException e) {
            err.println("the service does not answer: " + e.getMessage());
            return CommandLine.UNREACHABLE;
        }
    }

    private static boolean isDraining(JsonNode report) {
        return report.path("state").asString().equals("draining");
    }

    private static void pause() {
        CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(POLL_MILLIS, TimeUnit.MILLISECONDS))
                .join();
    }

    private void print(JsonNode report) {
        out.println(report.path("state").asString());
        report.path("bridges").forEach(bridge -> print(bridge.path("bridge").asString(), bridge));
        report.path("queues")
                .forEach(queue -> print("queue " + queue.path("queue").asString(), queue));
    }

    private void print(String name, JsonNode left) {
        if (left.path("drained").asBoolean()) {
            out.println(name + ": drained");
        } else {
            out.printf(
                    "%s: %d messages remain in %s%s: %s%n",
                    name,
                    left.path("remaining").asLong(),
                    left.path("directory").asString(),
                    left.path("session_ended").asBoolean() ? "" : ", and its session stays at the local broker",
                    left.path("reason").asString(""));
        }
    }
}
