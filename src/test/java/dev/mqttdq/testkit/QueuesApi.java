package dev.mqttdq.testkit;

import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** The REST API for message queues of a service under test. */
public final class QueuesApi {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final ServiceProcess service;

    QueuesApi(ServiceProcess service) {
        this.service = service;
    }

    /** Makes a queue and waits until the local broker sends it messages. */
    public void create(String name, String filter, String fields) {
        expect(200, "POST", "/queues", """
                {"name": "%s", "topic_filter": "%s"%s}""".formatted(name, filter, more(fields)));
        awaitConnected(name);
    }

    /** The same, of a queue that is no last-value queue. */
    public void createRegular(String name, String filter, String fields) {
        create(name, filter, "\"is_lastvalue\": false" + more(fields));
    }

    /** Replaces all fields that may change. */
    public void update(String name, String fields) {
        expect(200, "PUT", path(name), "{" + fields + "}");
    }

    public void delete(String name) {
        expect(204, "DELETE", path(name), "");
    }

    /** Sends any request; the path is below {@code /api/v5}. */
    public HttpResponse<String> send(String method, String path, String json) {
        return service.exchange(service.authorized(service.apiRequest(path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(json)));
    }

    private void expect(int status, String method, String path, String json) {
        HttpResponse<String> answer = send(method, path, json);
        if (answer.statusCode() != status) {
            throw new AssertionError(method + " " + path + " answered " + answer.statusCode() + ": " + answer.body());
        }
    }

    /** Names with a slash, as the deprecated form of a subscription makes them, do not fit into a path. */
    private static String path(String name) {
        return name.contains("/") ? "/queue?name=" + URLEncoder.encode(name, StandardCharsets.UTF_8) : "/queue/" + name;
    }

    private static String more(String fields) {
        return fields.isEmpty() ? "" : ", " + fields;
    }

    /** Whether there is such a queue. */
    public boolean exists(String name) {
        return send("GET", path(name), "").statusCode() == 200;
    }

    /** A queue as of now. */
    public QueueCounts counts(String name) {
        return QueueCounts.of(ServiceProcess.parse(send("GET", path(name), "")));
    }

    /** Waits up to a minute until a queue is as described; then how it is. */
    public QueueCounts await(String name, Predicate<QueueCounts> description) {
        return Awaitility.await(name)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> counts(name), description);
    }

    /** Waits up to a minute until the local broker sends a queue messages. */
    public void awaitConnected(String name) {
        await(name, QueueCounts::localConnected);
    }
}
