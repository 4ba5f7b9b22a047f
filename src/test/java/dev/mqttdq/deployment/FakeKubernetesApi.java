package dev.mqttdq.deployment;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** As much of the Kubernetes API as Helm asks for when it installs the chart. It records what it is told to write. */
final class FakeKubernetesApi implements AutoCloseable {

    private static final String NOT_FOUND = """
            {"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": "NotFound", "code": 404}""";

    /** The answer to what Helm notes of a release, which it sends as Protocol Buffers. */
    private static final String RELEASE = """
            {"kind": "Secret", "apiVersion": "v1", "metadata": {"name": "release", "namespace": "mqtt-dq"}}""";

    private final HttpServer server;
    private final Map<String, String> answers = new HashMap<>();
    private final List<String> writes = Collections.synchronizedList(new ArrayList<>());

    FakeKubernetesApi() throws IOException {
        answers.put("/version", "{\"major\": \"1\", \"minor\": \"30\", \"gitVersion\": \"v1.30.0\"}");
        answers.put("/api", "{\"kind\": \"APIVersions\", \"versions\": [\"v1\"]}");
        answers.put(
                "/apis",
                "{\"kind\": \"APIGroupList\", \"groups\": [%s, %s, %s]}"
                        .formatted(group("apps"), group("policy"), group("rbac.authorization.k8s.io")));
        answers.put(
                "/api/v1",
                resources(
                        "v1",
                        "ConfigMap configmaps",
                        "Secret secrets",
                        "Service services",
                        "ServiceAccount serviceaccounts"));
        answers.put("/apis/apps/v1", resources("apps/v1", "StatefulSet statefulsets"));
        answers.put("/apis/policy/v1", resources("policy/v1", "PodDisruptionBudget poddisruptionbudgets"));
        answers.put(
                "/apis/rbac.authorization.k8s.io/v1",
                resources("rbac.authorization.k8s.io/v1", "Role roles", "RoleBinding rolebindings"));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Has this resource from the start. */
    FakeKubernetesApi with(String path, String json) {
        answers.put(path, json);
        return this;
    }

    /** What was written so far, as {@code POST /path body}. */
    List<String> writes() {
        return List.copyOf(writes);
    }

    String kubeConfig() {
        return """
                apiVersion: v1
                kind: Config
                clusters: [{name: fake, cluster: {server: "http://127.0.0.1:%d"}}]
                users: [{name: nobody, user: {}}]
                contexts: [{name: fake, context: {cluster: fake, user: nobody}}]
                current-context: fake
                """.formatted(server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            String path = exchange.getRequestURI().getPath();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            switch (method) {
                case "GET" -> {
                    String found = answers.get(path);
                    send(exchange, found == null ? 404 : 200, found == null ? NOT_FOUND : found);
                }
                case "PATCH" -> {
                    writes.add(method + " " + path + " " + body);
                    send(exchange, 200, answers.getOrDefault(path, NOT_FOUND));
                }
                default -> {
                    writes.add(method + " " + path + " " + body);
                    send(exchange, method.equals("POST") ? 201 : 200, body.startsWith("{") ? body : RELEASE);
                }
            }
        }
    }

    private static void send(HttpExchange exchange, int status, String json) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static String group(String name) {
        String version = "{\"groupVersion\": \"%s/v1\", \"version\": \"v1\"}".formatted(name);
        return "{\"name\": \"%s\", \"versions\": [%s], \"preferredVersion\": %s}".formatted(name, version, version);
    }

    private static String resources(String groupVersion, String... kinds) {
        return Stream.of(kinds)
                .map(kind -> kind.split(" "))
                .map(kind -> """
                        {"kind": "%s", "name": "%s", "singularName": "", "namespaced": true, "verbs": ["get", "create", "patch"]}""".formatted(kind[0], kind[1]))
                .collect(Collectors.joining(
                        ", ",
                        "{\"kind\": \"APIResourceList\", \"groupVersion\": \"%s\", \"resources\": ["
                                .formatted(groupVersion),
                        "]}"));
    }
}
