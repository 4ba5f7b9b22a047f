package dev.mqttdq.api;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Requests to one port, with the known login unless said otherwise. */
final class Http {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final int port;
    private final String authorization;

    Http(int port) {
        this(port, ApiTest.USER + ":" + ApiTest.PASSWORD);
    }

    private Http(int port, String login) {
        this.port = port;
        this.authorization = login.isEmpty()
                ? ""
                : "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
    }

    static Http anonymous(int port) {
        return new Http(port, "");
    }

    Http withLogin(String login) {
        return new Http(port, login);
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send("GET", path, "");
    }

    HttpResponse<String> send(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
