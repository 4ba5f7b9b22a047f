package dev.mqttdq.testkit;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The service as a JVM of its own, to be killed. It runs from the compiled classes, or from the packaged jar where the
 * system property {@code service.jar} names one. What it prints is appended to {@code target/service-logs/<name>.log}.
 *
 * <p>A {@link Builder} may start one process after another: ports, data and log stay the same.
 */
public final class ServiceProcess implements AutoCloseable {

    private static final String REST = "/api/v5/plugin_api/emqx_bridge_mqtt_dq";
    private static final Duration START = Duration.ofMinutes(5);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Process process;
    private final Path log;
    private final int port;
    private final int managementPort;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(60)).build();

    private ServiceProcess(Process process, Path log, int port, int managementPort) {
        this.process = process;
        this.log = log;
        this.port = port;
        this.managementPort = managementPort;
    }

    /**
     * A service to be set up.
     *
     * @param name of its log file
     * @param dataDir its {@code mqtt-dq.data-dir}
     */
    public static Builder builder(String name, Path dataDir) {
        return new Builder(name, dataDir);
    }

    /** Waits until the service says it is ready. */
    public ServiceProcess awaitReady() {
        await("service is ready").atMost(START).until(() -> {
            if (!process.isAlive()) {
                throw new AssertionError("service ended with " + process.exitValue() + ", see " + log);
            }
            return answers(managementPort, "/actuator/health/readiness");
        });
        return this;
    }

    /** {@code GET} below the REST API's base, such as {@code /stats}, with the login. */
    public HttpResponse<String> get(String path) {
        return exchange(authorized(request(port, REST + path)).GET());
    }

    /** The JSON that {@link #get} answers. */
    public JsonNode json(String path) {
        return parse(get(path));
    }

    /** {@code GET} on the management port, such as {@code /actuator/health}, with the login. */
    public HttpResponse<String> management(String path) {
        return exchange(authorized(request(managementPort, path)).GET());
    }

    /** {@code POST} of JSON on the management port, with the login. */
    public HttpResponse<String> managementPost(String path, String json) {
        return exchange(authorized(request(managementPort, path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    /** Any request below the REST API's base, for the caller to complete; no login yet. */
    public HttpRequest.Builder restRequest(String path) {
        return request(port, REST + path);
    }

    /** Any request below {@code /api/v5}, for the caller to complete; no login yet. */
    public HttpRequest.Builder apiRequest(String path) {
        return request(port, "/api/v5" + path);
    }

    /** Any request on the management port, for the caller to complete; no login yet. */
    public HttpRequest.Builder managementRequest(String path) {
        return request(managementPort, path);
    }

    /** Adds the login. */
    public HttpRequest.Builder authorized(HttpRequest.Builder request) {
        String login = StatusApi.USERNAME + ":" + StatusApi.PASSWORD;
        String encoded = Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
        return request.header("Authorization", "Basic " + encoded);
    }

    /** Sends a request and reads the answer as text. */
    public HttpResponse<String> exchange(HttpRequest.Builder request) {
        try {
            return http.send(
                    request.timeout(Duration.ofSeconds(60)).build(),
                    HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for an answer", e);
        }
    }

    /** Parses an answer that must be 200. */
    public static JsonNode parse(HttpResponse<String> response) {
        if (response.statusCode() != 200) {
            throw new AssertionError(response.uri() + " answered " + response.statusCode() + ": " + response.body());
        }
        return JSON.readTree(response.body());
    }

    /** Its message queues. */
    public QueuesApi queues() {
        return new QueuesApi(this);
    }

    /** What it says of its bridges. */
    public StatusApi status() {
        return new StatusApi(port);
    }

    public int port() {
        return port;
    }

    public int managementPort() {
        return managementPort;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Everything printed so far, by all processes of this name in this run of the tests. */
    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SIGKILL; the process is gone on return. */
    public void kill() {
        Signals.kill(process);
    }

    /** SIGTERM; the exit code on return, 143 for a JVM that ended in an orderly way. */
    public int terminate() {
        return Signals.terminate(process);
    }

    /** The exit code of a process that ends by itself. */
    public int awaitExit() {
        return Signals.await(process);
    }

    /** SIGSTOP: the process keeps its connections and does nothing until {@link #thaw}. */
    public void freeze() {
        Signals.freeze(process);
    }

    /** Ends a {@link #freeze}. */
    public void thaw() {
        Signals.thaw(process);
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }

    private boolean answers(int onPort, String path) {
        try {
            HttpRequest.Builder request = authorized(request(onPort, path)).timeout(Duration.ofSeconds(5));
            return http.send(request.build(), HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            // Not listening yet.
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static HttpRequest.Builder request(int port, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    /** What a service is started with. */
    public static final class Builder {

        private final String name;
        private final Path dataDir;
        private final Path log;
        private final List<Integer> ports = Ports.free(2);
        private final Map<String, String> properties = new LinkedHashMap<>();
        private final Map<String, String> environment = new LinkedHashMap<>();
        private final List<String> jvmOptions = new ArrayList<>(List.of(
                // A test service lives for seconds: the second compiler never pays.
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx256m"));

        private String jar = System.getProperty("service.jar", "");

        private Builder(String name, Path dataDir) {
            this.name = name;
            this.dataDir = dataDir;
            try {
                Path logs = Files.createDirectories(Path.of("target", "service-logs"));
                log = logs.resolve(name + ".log");
                Files.deleteIfExists(log);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            property("mqtt-dq.data-dir", dataDir.toString());
            property("server.port", Integer.toString(ports.get(0)));
            property("management.server.port", Integer.toString(ports.get(1)));
            property("spring.security.user.name", StatusApi.USERNAME);
            property("spring.security.user.password", StatusApi.PASSWORD);
        }

        /** A setting, as {@code --key=value}; the last one of a key wins. */
        public Builder property(String key, String value) {
            properties.put(key, value);
            return this;
        }

        /** The port of its REST API, for others to know before it starts. */
        public int port() {
            return ports.get(0);
        }

        /** Writes this text as the {@code mqtt-dq.config-file} (HOCON), at once. */
        public Builder config(String hocon) {
            return config("bridges.conf", hocon);
        }

        /** The same under a name whose extension says the format, such as {@code bridges.yaml}. */
        public Builder config(String file, String text) {
            try {
                Path config = Files.createDirectories(dataDir.resolveSibling(name + "-config"))
                        .resolve(file);
                WholeFile.write(config, text);
                return property("mqtt-dq.config-file", config.toString());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** An environment variable. */
        public Builder env(String variable, String value) {
            environment.put(variable, value);
            return this;
        }

        /** An option of the JVM, such as {@code -Xmx128m}. */
        public Builder jvmOption(String option) {
            jvmOptions.add(option);
            return this;
        }

        /** Runs the jar that the build has packaged, whatever {@code service.jar} says. */
        public Builder packaged() {
            jar = Path.of("target", "mqtt-dq.jar").toString();
            return this;
        }

        /** Starts a process; {@link ServiceProcess#awaitReady} waits until it works. */
        public ServiceProcess start() {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(jvmOptions);
            if (jar.isEmpty()) {
                command.addAll(List.of("-cp", classPath(), "dev.mqttdq.MqttDqApplication"));
            } else {
                command.addAll(List.of("-jar", jar));
            }
            properties.forEach((key, value) -> command.add("--" + key + "=" + value));
            try {
                ProcessBuilder builder = new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
                builder.environment().putAll(environment);
                return new ServiceProcess(builder.start(), log, ports.get(0), ports.get(1));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** That of the tests, without their classes and without the broker that brings its own logging. */
        private static String classPath() {
            return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                    .filter(entry -> !entry.contains("test-classes"))
                    .filter(entry -> !entry.contains("hivemq-community-edition"))
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }
}
