package dev.mqttdq.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The management port of the service on this machine. The login is the service's own, from the same variables. */
final class ManagementClient {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final JsonMapper json = new JsonMapper();
    private final String base;
    private final @Nullable String authorization;

    /** @param variables where the service has its login from */
    ManagementClient(int port, boolean https, Function<String, @Nullable String> variables) {
        base = (https ? "https" : "http") + "://localhost:" + port;
        String name = variables.apply("SPRING_SECURITY_USER_NAME");
        String password = variables.apply("SPRING_SECURITY_USER_PASSWORD");
        String login = (name == null ? "user" : name) + ":" + password;
        authorization = password == null
                ? null
                : "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
    }

    JsonNode get(String path) throws IOException {
        return answer(request(path).GET());
    }

    JsonNode post(String path, String body) throws IOException {
        return answer(request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body)));
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + path)).timeout(PATIENCE);
        return authorization == null ? request : request.header("Authorization", authorization);
    }

    private JsonNode answer(HttpRequest.Builder request) throws IOException {
        try {
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
            return switch (response.statusCode()) {
                case 200 -> json.readTree(response.body());
                case 401 ->
                    throw new IOException("it refuses the login: are SPRING_SECURITY_USER_NAME and"
                            + " SPRING_SECURITY_USER_PASSWORD those of the service?");
                default -> throw new IOException(response.uri() + " answers " + response.statusCode());
            };
        } catch (ConnectException e) {
            throw new IOException("nobody listens at " + base, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
