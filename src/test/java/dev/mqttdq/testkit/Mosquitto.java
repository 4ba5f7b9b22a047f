package dev.mqttdq.testkit;

import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The {@code mosquitto} broker of the machine as a process. Its store lives as long as this object: what it persisted
 * outlasts {@link #stop}, {@link #kill} and {@link #start}. Where mosquitto is not installed the test is skipped.
 *
 * <p>{@code persistence} is written when it stops and every second; {@link #kill} may lose what came after the last
 * write, as the real one does.
 */
public final class Mosquitto implements TestBroker {

    private final TemporaryDirectory directory = new TemporaryDirectory("mosquitto");
    private final int port;
    private final int tlsPort;
    private final Path config;
    private final Path log;
    private @Nullable Process process;

    private Mosquitto(Builder builder) {
        List<Integer> ports = Ports.free(2);
        port = ports.get(0);
        tlsPort = ports.get(1);
        log = directory.resolve("mosquitto.log");
        config = directory.write("mosquitto.conf", String.join("\n", lines(builder)) + "\n");
    }

    /** A broker with the default options, running. */
    public static Mosquitto started() {
        Mosquitto broker = builder().build();
        broker.start();
        return broker;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Whether mosquitto is installed here. */
    public static boolean available() {
        return find("mosquitto").isPresent();
    }

    private List<String> lines(Builder builder) {
        List<String> lines = new ArrayList<>();
        // Started by root it would become user "mosquitto", who cannot read the files of the test.
        lines.add("user " + System.getProperty("user.name"));
        lines.add("per_listener_settings false");
        lines.add("log_dest stderr");
        lines.add("log_type all");
        // With 0, for no limit, mosquitto 2.0.11 ends the connection of whoever it denies a PUBLISH.
        lines.add("max_queued_messages 1000000");
        lines.add("max_inflight_messages " + builder.maxInflight);
        lines.add("persistence " + builder.persistence);
        if (builder.persistence) {
            lines.add("persistence_location " + directory.createDirectory("store") + "/");
            lines.add("autosave_interval 1");
        }
        if (builder.passwords.isEmpty()) {
            lines.add("allow_anonymous true");
        } else {
            lines.add("allow_anonymous false");
            lines.add("password_file " + passwordFile(builder.passwords));
        }
        if (!builder.acl.isEmpty()) {
            lines.add("acl_file " + directory.write("acl", String.join("\n", builder.acl) + "\n"));
        }
        lines.addAll(builder.extra);
        lines.add("listener " + port + " " + host());
        if (builder.tls != null) {
            lines.add("listener " + tlsPort + " " + host());
            lines.add("certfile " + builder.tls.certificate());
            lines.add("keyfile " + builder.tls.key());
            if (builder.clientAuthority != null) {
                lines.add("cafile " + builder.clientAuthority);
                lines.add("require_certificate true");
            }
        }
        return lines;
    }

    private Path passwordFile(List<String> passwords) {
        Path file = directory.write("passwords", String.join("\n", passwords) + "\n");
        String tool = find("mosquitto_passwd").orElseThrow();
        try {
            // Replaces the plain passwords of the file by hashes.
            Process hashing =
                    new ProcessBuilder(tool, "-U", file.toString()).inheritIO().start();
            if (Signals.await(hashing) != 0) {
                throw new IllegalStateException(tool + " failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }

    @Override
    public int port() {
        return port;
    }

    /** The port of the TLS listener; nobody listens there without {@link Builder#tls}. */
    public int tlsPort() {
        return tlsPort;
    }

    @Override
    public void start() {
        if (process != null) {
            return;
        }
        try {
            Process started = new ProcessBuilder(find("mosquitto").orElseThrow(), "-c", config.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            process = started;
            await("mosquitto listens").until(() -> Ports.accepts(port) || !started.isAlive());
            if (!started.isAlive()) {
                process = null;
                throw new IllegalStateException("mosquitto did not start:\n" + log());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void stop() {
        if (process != null) {
            Signals.thaw(process);
            Signals.terminate(process);
            process = null;
        }
    }

    /** SIGKILL. */
    public void kill() {
        Signals.kill(running());
        process = null;
    }

    /** SIGSTOP: connections stay open and nothing is answered until {@link #thaw}. */
    public void freeze() {
        Signals.freeze(running());
    }

    /** Ends a {@link #freeze}. */
    public void thaw() {
        Signals.thaw(running());
    }

    /** Everything it logged so far, over all starts. */
    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Waits up to a minute until clients with this in their id have acknowledged so many messages of QoS 1 and 2: these never
     * come again, whatever becomes of the clients.
     */
    public void awaitAcknowledged(String partOfClientId, int count) {
        await(count + " acknowledged by " + partOfClientId)
                .atMost(Duration.ofMinutes(1))
                .until(() -> log().lines()
                                .filter(line -> line.contains("Received PUBACK from ")
                                        || line.contains("Received PUBREC from "))
                                .filter(line -> line.contains(partOfClientId))
                                .count()
                        >= count);
    }

    @Override
    public void close() {
        stop();
        directory.close();
    }

    private Process running() {
        return Objects.requireNonNull(process, "mosquitto is not running");
    }

    /** Debian puts the broker where only root's search path leads. */
    private static Optional<String> find(String program) {
        Stream<String> directories = Stream.concat(
                Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)),
                Stream.of("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin"));
        return directories
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }

    /** What a broker is started with; the default accepts anybody, keeps nothing on disk and drops nothing. */
    public static final class Builder {

        private final List<String> passwords = new ArrayList<>();
        private final List<String> acl = new ArrayList<>();
        private final List<String> extra = new ArrayList<>();
        private boolean persistence;
        private int maxInflight = 20;
        private @Nullable KeyPairFiles tls;
        private @Nullable Path clientAuthority;

        private Builder() {}

        /** Sessions and retained messages outlast a restart. */
        public Builder persistence() {
            persistence = true;
            return this;
        }

        /** Only those with a password get in. */
        public Builder user(String name, String password) {
            passwords.add(name + ":" + password);
            return this;
        }

        /** Lines of an ACL file, such as {@code topic readwrite #}. */
        public Builder acl(String... lines) {
            acl.addAll(List.of(lines));
            return this;
        }

        /** A second listener with TLS, on {@link Mosquitto#tlsPort}. */
        public Builder tls(KeyPairFiles server) {
            tls = server;
            return this;
        }

        /** The TLS listener asks for a certificate that this authority signed. */
        public Builder clientCertificatesOf(Path authority) {
            clientAuthority = authority;
            return this;
        }

        /** Most unacknowledged messages per client, and the Receive Maximum it announces. */
        public Builder maxInflight(int messages) {
            maxInflight = messages;
            return this;
        }

        /** Further lines of {@code mosquitto.conf}, such as {@code max_packet_size 1000}. */
        public Builder lines(String... lines) {
            extra.addAll(List.of(lines));
            return this;
        }

        /** Not started yet; without mosquitto the test ends here as skipped. */
        public Mosquitto build() {
            assumeThat(available()).as("mosquitto is installed").isTrue();
            return new Mosquitto(this);
        }
    }
}
