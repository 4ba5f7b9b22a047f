package dev.mqttdq.testkit;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Debian's {@code mosquitto_sub} as a process that consumes a message queue. It acknowledges what it reads from its socket,
 * before it prints it.
 */
public final class QueueConsumer implements AutoCloseable {

    private final Process process;
    private final Path output;

    private QueueConsumer(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /**
     * Starts it; the subscription follows soon.
     *
     * @param version {@code mqttv5}, {@code mqttv311} or {@code mqttv31}
     * @param topic such as {@code $queue/orders}
     * @param options further ones of {@code mosquitto_sub}
     */
    public static QueueConsumer start(int port, String version, String topic, String... options) {
        try {
            Path output = Files.createTempFile("mosquitto_sub", ".out");
            List<String> command = new ArrayList<>(List.of("mosquitto_sub", "-p", Integer.toString(port)));
            command.addAll(List.of("-V", version, "-q", "1", "-t", topic, "-i", "sub-" + UUID.randomUUID()));
            command.addAll(List.of("-F", "%t %p"));
            command.addAll(List.of(options));
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            return new QueueConsumer(process, output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What it has printed: topic and payload of each message. A line that is not complete yet is no line. */
    public List<String> lines() {
        try {
            String printed = Files.readString(output);
            return printed.substring(0, printed.lastIndexOf('\n') + 1).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The numbers that a {@link Publisher} began the payloads with. */
    public List<Long> numbers() {
        return lines().stream().map(line -> Long.valueOf(line.split(" ")[1])).toList();
    }

    /** Waits up to a minute until it has printed so many messages. */
    public QueueConsumer awaitLines(int count) {
        await(count + " messages").atMost(Duration.ofMinutes(1)).until(() -> lines().size() >= count);
        return this;
    }

    /** SIGSTOP: it reads nothing and keeps its connection until {@link #thaw}. */
    public void freeze() {
        Signals.freeze(process);
    }

    /** Ends a {@link #freeze}. */
    public void thaw() {
        Signals.thaw(process);
    }

    /** SIGKILL. */
    public void kill() {
        Signals.kill(process);
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
        try {
            Files.deleteIfExists(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
