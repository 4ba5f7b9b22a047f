package dev.mqttdq.api;

import static dev.mqttdq.bridge.BridgeSnapshotBuilder.bridge;
import static dev.mqttdq.bridge.BridgeSnapshotBuilder.healthy;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.mqttdq.bridge.BridgeSnapshot.BufferSnapshot;
import dev.mqttdq.bridge.BridgeSnapshot.LocalSnapshot;
import dev.mqttdq.store.DropReason;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Holds what the API answers against what its description says. */
@ApiTest
class OpenApiTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    @Autowired
    private FakeBridges bridges;

    @Autowired
    private FakeOperations operations;

    @Autowired
    private FakeQueues queues;

    @Autowired
    private FakeConfiguration configuration;

    @Autowired
    private RequestMappingHandlerMapping requestMappingHandlerMapping;

    @LocalServerPort
    private int port;

    private JsonNode description;

    @BeforeEach
    void bridgesInEveryState() throws Exception {
        description = JSON.readTree(
                new Http(port).get(PluginApi.BASE + "/openapi.json").body());
        operations.startAnew(FakeOperations.ORPHAN);
        configuration.isFine();
        queues.startAnew();
        queues.create(FakeQueues.queue("orders", "orders/#"));
        bridges.are(
                healthy("to-cloud")
                        .counters(10, 8, 7, 1)
                        .retried(Map.of("timeout", 1L))
                        .dropped(Map.of(DropReason.OVERFLOW, 1L, DropReason.EXPIRED, 0L))
                        .build(),
                bridge("down")
                        .buffer(4)
                        .disconnected("refused")
                        .lastError("refused")
                        .build(),
                bridge("half").buffer(4).connected(1, 2).disconnected("refused").build(),
                bridge("broken")
                        .buffer(new BufferSnapshot(0, false, true, 0, 0, 1_000, 0, "locked"))
                        .connected(0, 0)
                        .build(),
                healthy("refused")
                        .local(new LocalSnapshot(true, false, "not authorized"))
                        .build(),
                healthy("paused").paused().build(),
                bridge("off").disabled().build());
    }

    @ParameterizedTest
    @CsvSource({
        "GET,    /stats,                       /stats,                         200",
        "GET,    /stats/{bridge},              /stats/to-cloud,                200",
        "GET,    /stats/{bridge},              /stats/off,                     200",
        "GET,    /stats/{bridge},              /stats/broken,                  200",
        "GET,    /stats/{bridge},              /stats/nobody,                  404",
        "GET,    /status,                      /status,                        200",
        "GET,    /metrics,                     /metrics,                       200",
        "GET,    /node,                        /node,                          200",
        "GET,    /bridges,                     /bridges,                       200",
        "GET,    /bridges/{bridge}/settings,   /bridges/to-cloud/settings,     200",
        "GET,    /bridges/{bridge}/settings,   /bridges/nobody/settings,       404",
        "POST,   /bridges/{bridge}/pause,      /bridges/to-cloud/pause,        204",
        "POST,   /bridges/{bridge}/pause,      /bridges/nobody/pause,          404",
        "POST,   /bridges/{bridge}/resume,     /bridges/to-cloud/resume,       204",
        "POST,   /bridges/{bridge}/resume,     /bridges/nobody/resume,         404",
        "DELETE, /orphans/{bridge},            /orphans/old,                   200",
        "DELETE, /orphans/{bridge},            /orphans/nobody,                404",
        "GET,    /config,                      /config,                        200",
        "GET,    /route,                       /route?topic=devices/7,         200",
        "GET,    /route,                       /route?topic=devices/%23,       400",
        "PUT,    /config,                      /config,                        409",
        "PUT,    /config,                      /config?dry_run=true,           200",
    })
    void answersAsDescribed(String method, String path, String request, int status) throws Exception {
        assertAnswer(method, path, PluginApi.BASE + request, "", status);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET    | /queues        | /queues             |                                       | 200",
                "GET    | /queues        | /queues?limit=0     |                                       | 400",
                "POST   | /queues        | /queues             | {\"name\":\"a\",\"topic_filter\":\"a\"}   | 200",
                "POST   | /queues        | /queues             | {\"name\":\"a\"}                        | 400",
                "POST   | /queues        | /queues             | {                                     | 400",
                "GET    | /queue/{name}  | /queue/orders       |                                       | 200",
                "GET    | /queue/{name}  | /queue/nobody       |                                       | 404",
                "PUT    | /queue/{name}  | /queue/orders       | {\"max_deliveries\":3}                  | 200",
                "PUT    | /queue/{name}  | /queue/orders       | {\"max_deliveries\":0}                  | 400",
                "PUT    | /queue/{name}  | /queue/nobody       | {}                                    | 404",
                "DELETE | /queue/{name}  | /queue/orders       |                                       | 204",
                "DELETE | /queue/{name}  | /queue/nobody       |                                       | 404",
                "GET    | /queue         | /queue?name=orders  |                                       | 200",
                "GET    | /queue         | /queue              |                                       | 400",
                "GET    | /queues/config | /queues/config      |                                       | 200",
                "PUT    | /queues/config | /queues/config      | {\"max_queue_count\":7}                 | 204",
                "PUT    | /queues/config | /queues/config      | {\"max_queue_count\":0}                 | 400",
            })
    void answersAboutQueuesAsDescribed(String method, String path, String request, @Nullable String body, int status)
            throws Exception {
        assertAnswer(method, path, QueuesController.BASE + request, body == null ? "" : body, status);
    }

    private void assertAnswer(String method, String path, String request, String body, int status) throws Exception {
        HttpResponse<String> response = new Http(port).send(method, request, body);

        assertThat(response.statusCode()).isEqualTo(status);
        assertDescribed(operation(method, path).path("responses").path(String.valueOf(status)), response);
    }

    @Test
    void describesARefusedConfiguration() throws Exception {
        configuration.isRejected();

        HttpResponse<String> status = new Http(port).get(PluginApi.BASE + "/status");
        HttpResponse<String> overview = new Http(port).get(PluginApi.BASE + "/bridges");

        assertThat(status.body()).contains("config_problems");
        assertDescribed(operation("GET", "/status").path("responses").path("200"), status);
        assertDescribed(operation("GET", "/bridges").path("responses").path("200"), overview);
    }

    @Test
    void describesTheLoginOfEveryOperation() throws Exception {
        for (String described : describedOperations()) {
            String[] operation = described.split(" ", 2);
            String request = base(operation[1])
                    + operation[1].replace("{bridge}", "to-cloud").replace("{name}", "orders");

            HttpResponse<String> response = Http.anonymous(port).send(operation[0], request, "");

            assertThat(response.statusCode()).as(described).isEqualTo(401);
            assertThat(operation(operation[0], operation[1]).path("responses").has("401"))
                    .as(described)
                    .isTrue();
        }
    }

    @Test
    void describesEveryOperationThereIs() {
        Set<String> served = new TreeSet<>();
        requestMappingHandlerMapping
                .getHandlerMethods()
                .keySet()
                .forEach(mapping -> mapping.getPatternValues().stream()
                        .filter(pattern -> pattern.startsWith(QueuesController.BASE))
                        .forEach(pattern -> mapping.getMethodsCondition()
                                .getMethods()
                                .forEach(method -> served.add(method + " " + pattern))));
        Set<String> described = describedOperations().stream()
                .map(operation ->
                        operation.replaceFirst(" ", " " + base(operation.split(" ", 2)[1])))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(described).isEqualTo(served);
    }

    @Test
    void tellsAWrongAnswerFromADescribedOne() throws IOException, InterruptedException {
        String stats = new Http(port).get(PluginApi.BASE + "/stats").body();
        JsonNode schema = schemaOf(operation("GET", "/stats").path("responses").path("200"));

        assertThat(schema(schema).validate(JSON.readTree(stats.replace("\"status_reason\"", "\"reason\""))))
                .isNotEmpty();
    }

    private Set<String> describedOperations() {
        Set<String> operations = new TreeSet<>();
        description
                .path("paths")
                .properties()
                .forEach(path -> path.getValue().propertyNames().stream()
                        .filter(method -> !method.equals("servers"))
                        .forEach(method -> operations.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
        return operations;
    }

    /** Where a described path begins: some have a server of their own. */
    private String base(String path) {
        JsonNode own = description.path("paths").path(path).path("servers");
        return (own.isMissingNode() ? description.path("servers") : own)
                .path(0)
                .path("url")
                .asString("");
    }

    private JsonNode operation(String method, String path) {
        return description.path("paths").path(path).path(method.toLowerCase(Locale.ROOT));
    }

    private void assertDescribed(JsonNode response, HttpResponse<String> actual) {
        if (!response.has("content")) {
            assertThat(actual.body()).isEmpty();
            return;
        }
        assertThat(actual.headers().firstValue("Content-Type"))
                .hasValue(response.path("content").propertyNames().iterator().next());
        JsonNode schema = schemaOf(response);
        if (!schema.path("type").asString("").equals("string")) {
            assertThat(schema(schema).validate(JSON.readTree(actual.body()))).isEmpty();
        }
    }

    private static JsonNode schemaOf(JsonNode response) {
        return response.path("content").iterator().next().path("schema");
    }

    /** The description's references start at its root: the schema takes the components along. */
    @Test
    void namesEveryReasonWhyABridgeDropsMessages() {
        List<String> described = new ArrayList<>();
        description
                .at("/components/schemas/BridgeDetail/properties/drop_by_reason/propertyNames/enum")
                .forEach(reason -> described.add(reason.asString()));

        assertThat(described)
                .containsExactlyInAnyOrderElementsOf(
                        DropReason.ofBridges().stream().map(DropReason::label).toList());
    }

    private Schema schema(JsonNode schema) {
        ObjectNode root = ((ObjectNode) schema).deepCopy();
        root.set("components", description.path("components"));
        return SCHEMAS.getSchema(root);
    }
}
