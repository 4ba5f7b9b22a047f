package dev.mqttdq.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** The status API of a service that runs on this machine with the login of the tests. */
public final class StatusApi {

    /** The login that the tests' services are given. */
    public static final String USERNAME = "tester";

    /** Its password. */
    public static final String PASSWORD = "tester-secret";

    private static final String REST = "/api/v5/plugin_api/emqx_bridge_mqtt_dq";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final int port;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(60)).build();

    public StatusApi(int port) {
        this.port = port;
    }

    /** One bridge now. */
    public BridgeStats bridge(String name) {
        return BridgeStats.of(ServiceProcess.parse(get("/stats/" + name)));
    }

    /** Waits up to a minute until a bridge is as described; then how it is. */
    public BridgeStats await(String bridge, Predicate<BridgeStats> description) {
        return Awaitility.await(bridge).atMost(PATIENCE).until(() -> bridge(bridge), description);
    }

    /** Waits up to a minute until a bridge has its connections and its subscription. */
    public BridgeStats awaitOk(String bridge) {
        return await(bridge, stats -> stats.status().equals("ok"));
    }

    /** Waits up to a minute until a bridge has nothing queued and its counters agree; then how it is. */
    public BridgeStats awaitClosed(String bridge) {
        return await(bridge, BridgeStats::isClosed);
    }

    private HttpResponse<String> get(String path) {
        String login = Base64.getEncoder().encodeToString((USERNAME + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + REST + path))
                .header("Authorization", "Basic " + login)
                .timeout(Duration.ofSeconds(30))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for an answer", e);
        }
    }
}
