package dev.mqttdq.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.queues.QueueRefusedException;
import dev.mqttdq.queues.QueueRefusedException.Kind;
import dev.mqttdq.queues.QueueStats;
import dev.mqttdq.store.StorageException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

@ApiTest
class QueuesApiTest {

    private static final JsonMapper JSON = new JsonMapper();

    private static final String NOTHING = "{\"messages\":0,\"bytes\":0,\"bytes_on_disk\":0,\"oldest_age_ms\":0,"
            + "\"subscribers\":0,\"silent\":0,\"inflight\":0,\"enqueued\":0,\"delivered\":0,\"acked\":0,\"rejected\":0,"
            + "\"replaced\":0,\"expired\":0,\"dropped\":0,\"local_connected\":true}";

    @Autowired
    private FakeQueues queues;

    @LocalServerPort
    private int port;

    private Http http;

    @BeforeEach
    void noQueues() {
        queues.startAnew();
        http = new Http(port);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/queues", "/message_queues/queues"})
    void makesAQueueAndAnswersItWhole(String path) throws Exception {
        HttpResponse<String> response = post(path, """
                {"name": "a.json", "topic_filter": "orders/#", "key_expression": "message.topic"}""");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json; charset=utf-8");
        assertThat(response.body())
                .isEqualTo("{\"name\":\"a.json\",\"topic_filter\":\"orders/#\",\"is_lastvalue\":true,"
                        + "\"key_expression\":\"message.topic\",\"data_retention_period\":604800000,"
                        + "\"dispatch_strategy\":\"random\","
                        + "\"limits\":{\"max_message_count\":\"infinity\",\"max_message_bytes\":\"infinity\"},"
                        + "\"consumer_max_inflight\":10,\"redispatch_interval\":100,\"max_deliveries\":-1,"
                        + "\"declared\":false,\"stats\":" + NOTHING + "}");
        assertThat(get(path.equals("/queues") ? "/queue/a.json" : path + "/a.json")
                        .body())
                .isEqualTo(response.body());
    }

    @Test
    void takesEverySettingInEveryNotation() throws Exception {
        HttpResponse<String> response = post("/queues", """
                {"name": "all", "topic_filter": "a/+", "is_lastvalue": false, "data_retention_period": "1h30m",
                 "dispatch_strategy": "least_inflight", "consumer_max_inflight": 3, "redispatch_interval": 250,
                 "limits": {"max_shard_message_count": 5, "max_shard_message_bytes": "1MB"}, "max_deliveries": 7}""");

        assertThat(response.body())
                .startsWith("{\"name\":\"all\",\"topic_filter\":\"a/+\",\"is_lastvalue\":false,"
                        + "\"data_retention_period\":5400000,\"dispatch_strategy\":\"least_inflight\","
                        + "\"limits\":{\"max_message_count\":5,\"max_message_bytes\":1048576},"
                        + "\"consumer_max_inflight\":3,\"redispatch_interval\":250,\"max_deliveries\":7,");
    }

    @Test
    void listsEveryProblem() throws Exception {
        HttpResponse<String> response = post("/queues", """
                {"name": "-a", "topic_filter": "$queue/b", "limit": {}, "consumer_max_inflight": 0,
                 "data_retention_period": "week", "key_expression": "message.form"}""");

        assertRefusal(response, 400, "BAD_REQUEST");
        assertThat(JSON.readTree(response.body()).path("message").asString())
                .contains(
                        "name: names must begin with",
                        "topic_filter: must not begin with $queue/ or $q/",
                        "limit: unknown key",
                        "consumer_max_inflight: must be an integer from 1 to 65535, not '0'",
                        "data_retention_period: must be a duration",
                        "key_expression: must be a key expression; column 1:");
        assertThat(JSON.readTree(response.body()).path("problems")).hasSize(6);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"topic_filter\": \"a\"}                              | name: is required",
                "{\"name\": \"a\"}                                      | topic_filter: is required",
                "{\"name\": 7, \"topic_filter\": \"a\"}                 | name: is required and must be text",
                "{\"name\": \"a\", \"topic_filter\": \"\"}              | topic_filter: must not be empty",
                "{\"name\": \"a\", \"topic_filter\": \"$share/g/a\"}    | topic_filter: must not be a shared",
                "{\"name\": \"a\", \"topic_filter\": \"$q/a\"}          | topic_filter: must not begin with",
                "{\"name\": \"a\", \"topic_filter\": \"a\", \"a\": {}}  | a: unknown key",
                "{\"name\": \"a/b\", \"topic_filter\": \"a\"}           | name: names must begin",
                "{\"name\": \"a\", \"topic_filter\": \"a\", \"limits\": 3} | limits: must be a map",
                "[]                                                     | The body must be a JSON object",
                "{\"name\": \"a\", \"name\": \"b\"}                     | The body is no JSON",
                "{\"name\": \"a\"                                       | The body is no JSON",
                "''                                                     | The body is no JSON",
            })
    void refusesBodies(String body, String problem) throws Exception {
        HttpResponse<String> response = post("/queues", body);

        assertRefusal(response, 400, "BAD_REQUEST");
        assertThat(response.body()).contains(problem);
    }

    @Test
    void refusesWhatIsNoJsonByItsTypeAndWhatIsTooLong() throws Exception {
        String queue = "{\"name\": \"a\", \"topic_filter\": \"a\"}";

        assertRefusal(
                http.send("POST", "/api/v5/queues", queue, "Content-Type", "text/plain"),
                415,
                "UNSUPPORTED_MEDIA_TYPE");
        assertRefusal(post("/queues", "{\"name\": \"" + "a".repeat(300_000) + "\"}"), 413, "CONTENT_TOO_LARGE");
        assertThat(http.send("POST", "/api/v5/queues", queue, "Content-Type", "application/json; charset=utf-8")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void refusesANameThatIsTaken() throws Exception {
        create("a");

        assertRefusal(post("/queues", "{\"name\": \"a\", \"topic_filter\": \"b\"}"), 400, "ALREADY_EXISTS");
    }

    @Test
    void refusesMoreThanTheMost() throws Exception {
        create("a");
        put("/queues/config", "{\"max_queue_count\": 1}");

        assertRefusal(post("/queues", "{\"name\": \"b\", \"topic_filter\": \"b\"}"), 400, "MAX_QUEUE_COUNT_REACHED");
    }

    @Test
    void warnsOfAKeyThatNobodyTells() throws Exception {
        create("a");

        assertThat(JSON.readTree(get("/queue/a").body())
                        .path("warnings")
                        .path(0)
                        .asString())
                .startsWith("key_expression asks for the publisher");
    }

    @Test
    void replacesWithDefaultsAndKeepsFilterAndFlag() throws Exception {
        post("/queues", """
                {"name": "a", "topic_filter": "t", "is_lastvalue": false, "consumer_max_inflight": 3}""");

        HttpResponse<String> response = put("/queue/a", "{\"max_deliveries\": 5}");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body())
                .contains(
                        "\"topic_filter\":\"t\"",
                        "\"is_lastvalue\":false",
                        "\"consumer_max_inflight\":10",
                        "\"max_deliveries\":5");
        assertThat(get("/message_queues/queues/a").body()).isEqualTo(response.body());
    }

    @Test
    void takesBackWhatItHasShown() throws Exception {
        create("a");
        String shown = get("/queue/a").body();

        HttpResponse<String> response = put("/queue/a", shown);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"is_lastvalue\": false}     | LastValue flag is not allowed to be updated",
                "{\"topic_filter\": \"other\"} | Topic filter is not allowed to be updated",
                "{\"name\": \"b\"}             | name: must be 'a' as in the path",
                "{\"max_delivery\": 1}         | max_delivery: unknown key, the nearest known one is 'max_deliveries'",
                "{\"max_deliveries\": 0}       | max_deliveries: must be -1 or an integer of at least 1, not '0'",
            })
    void refusesChanges(String body, String problem) throws Exception {
        create("a");

        HttpResponse<String> response = put("/queue/a", body);

        assertRefusal(response, 400, "BAD_REQUEST");
        assertThat(response.body()).contains(problem);
    }

    @ParameterizedTest
    @CsvSource({"GET", "PUT", "DELETE"})
    void doesNotFindWhatIsNotThere(String method) throws Exception {
        for (String path : List.of("/queue/a", "/queue?name=a", "/message_queues/queues/a")) {
            HttpResponse<String> response = http.send(method, "/api/v5" + path, "{}");

            assertThat(response.statusCode()).isEqualTo(404);
            assertThat(response.body()).isEqualTo("{\"code\":\"NOT_FOUND\",\"message\":\"Message queue not found\"}");
        }
    }

    @Test
    void deletes() throws Exception {
        create("a");

        assertThat(http.send("DELETE", "/api/v5/queue/a", "").statusCode()).isEqualTo(204);

        assertThat(get("/queue/a").statusCode()).isEqualTo(404);
    }

    @Test
    void reachesQueuesOfTheDeprecatedTopicsByQuery() throws Exception {
        queues.create(FakeQueues.queue("a", "t/#")
                .named("/t/#", FakeQueues.queue("a", "t/#").topicFilter()));
        String path = "/queue?name=%2Ft%2F%23";

        assertThat(get(path).body()).contains("\"name\":\"/t/#\"");
        assertThat(put(path, "{\"max_deliveries\": 4}").body()).contains("\"max_deliveries\":4");
        assertThat(http.send("DELETE", "/api/v5" + path, "").statusCode()).isEqualTo(204);
        assertRefusal(get("/queue"), 400, "BAD_REQUEST");
    }

    @Test
    void leavesDeclaredQueuesToTheConfiguration() throws Exception {
        queues.startAnew(FakeQueues.queue("a", "t"));

        assertThat(get("/queue/a").body()).contains("\"declared\":true");
        assertRefusal(http.send("DELETE", "/api/v5/queue/a", ""), 400, "BAD_REQUEST");
        assertRefusal(put("/queue/a", "{\"max_deliveries\": 4}"), 400, "BAD_REQUEST");
    }

    @Test
    void listsPageByPage() throws Exception {
        for (int i = 0; i < 5; i++) {
            create("q" + i);
        }
        List<String> names = new ArrayList<>();
        String cursor = "";
        while (true) {
            JsonNode page = JSON.readTree(get("/queues?limit=2" + cursor).body());
            page.path("data").forEach(queue -> names.add(queue.path("name").asString()));
            if (!page.path("meta").path("hasnext").asBoolean()) {
                assertThat(page.path("meta").has("cursor")).isFalse();
                break;
            }
            cursor = "&cursor=" + page.path("meta").path("cursor").asString();
        }

        assertThat(names).containsExactly("q0", "q1", "q2", "q3", "q4");
    }

    @Test
    void listsAHundredUnlessAskedForMore() throws Exception {
        put("/queues/config", "{\"max_queue_count\": 200}");
        IntStream.range(0, 101).forEach(i -> queues.create(FakeQueues.queue("q" + i, "t")));

        assertThat(JSON.readTree(get("/queues").body()).path("data")).hasSize(100);
        assertThat(get("/queues").body()).contains("\"meta\":{\"hasnext\":true,\"cursor\":");
        assertThat(JSON.readTree(get("/message_queues/queues?limit=10000").body())
                        .path("data"))
                .hasSize(101);
    }

    @Test
    void listsNothingAsNothing() throws Exception {
        assertThat(get("/queues").body()).isEqualTo("{\"data\":[],\"meta\":{\"hasnext\":false}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"limit=0", "limit=10001", "limit=-1", "limit=x", "limit=", "cursor=x", "cursor=", "cursor=YQ"})
    void refusesPages(String query) throws Exception {
        assertRefusal(get("/queues?" + query), 400, "BAD_REQUEST");
    }

    @Test
    void tellsHowAQueueDoes() throws Exception {
        create("a");
        queues.does("a", new QueueStats(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, false, "no space left"));

        assertThat(JSON.readTree(get("/queue/a").body()).path("stats").toString())
                .isEqualTo("{\"messages\":1,\"bytes\":2,\"bytes_on_disk\":3,\"oldest_age_ms\":4,\"subscribers\":5,"
                        + "\"silent\":6,\"inflight\":7,\"enqueued\":8,\"delivered\":9,\"acked\":10,\"rejected\":11,"
                        + "\"replaced\":12,\"expired\":13,\"dropped\":14,\"local_connected\":false,"
                        + "\"problem\":\"no space left\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/queues/config", "/message_queues/config"})
    void showsAndSetsOptions(String path) throws Exception {
        assertThat(get(path).body())
                .isEqualTo("{\"enable\":\"auto\",\"max_queue_count\":100,\"gc_interval\":3600000,"
                        + "\"find_queue_retry_interval\":10000,"
                        + "\"auto_create\":{\"regular\":false,\"lastvalue\":false},\"source\":\"configuration\"}");

        HttpResponse<String> response = put(path, """
                {"enable": true, "gc_interval": "2h", "auto_create": {"regular": {"max_deliveries": 3}}}""");

        assertThat(response.statusCode()).isEqualTo(204);
        assertThat(get(path).body())
                .startsWith("{\"enable\":true,\"max_queue_count\":100,\"gc_interval\":7200000,"
                        + "\"find_queue_retry_interval\":10000,\"auto_create\":{\"regular\":{")
                .contains("\"max_deliveries\":3", "\"lastvalue\":false", "\"source\":\"rest\"");
        assertThat(put(path, get(path).body()).statusCode()).isEqualTo(204);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"auto_create\": {\"regular\": {}, \"lastvalue\": {}}}    | must not make both kinds of queues",
                "{\"enable\": \"maybe\"}                                    | enable: must be true, false or auto",
                "{\"max_queue_count\": 0}                                   | max_queue_count: must be an integer",
                "{\"gc_interval\": \"often\"}                               | gc_interval: must be a duration",
                "{\"from_property\": \"a\"}                                 | from_property: unknown key",
                "{\"auto_create\": {\"regular\": {\"topic_filter\": \"a\"}}} | auto_create.regular.topic_filter: unknown",
                "{\"auto_create\": {\"regular\": 3}}                        | auto_create.regular: must be a map",
            })
    void refusesOptions(String body, String problem) throws Exception {
        HttpResponse<String> response = put("/queues/config", body);

        assertRefusal(response, 400, "BAD_REQUEST");
        assertThat(response.body()).contains(problem);
    }

    @Test
    void isNotSwitchedOffWhileThereAreQueues() throws Exception {
        create("a");

        assertRefusal(put("/queues/config", "{\"enable\": false}"), 400, "BAD_REQUEST");
    }

    @Test
    void isUnavailableWhileSwitchedOff() throws Exception {
        assertThat(put("/queues/config", "{\"enable\": false}").statusCode()).isEqualTo(204);

        String notEnabled = "{\"code\":\"SERVICE_UNAVAILABLE\",\"message\":\"Not enabled\"}";
        for (String method : List.of("GET", "PUT", "DELETE")) {
            HttpResponse<String> response = http.send(method, "/api/v5/queue/a", "{}");
            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.body()).isEqualTo(notEnabled);
        }
        assertThat(get("/queues").body()).isEqualTo(notEnabled);
        assertThat(post("/queues", "{\"name\": \"a\", \"topic_filter\": \"a\"}").body())
                .isEqualTo(notEnabled);
        assertThat(get("/queues/config").body()).startsWith("{\"enable\":false,");
        assertThat(put("/queues/config", "{\"enable\": \"auto\"}").statusCode()).isEqualTo(204);
    }

    @Test
    void isUnavailableBeforeQueuesHaveStarted() throws Exception {
        queues.fails(new QueueRefusedException(Kind.NOT_READY, "the loop does not answer"));

        HttpResponse<String> response = post("/queues", "{\"name\": \"a\", \"topic_filter\": \"a\"}");

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).isEqualTo("{\"code\":\"SERVICE_UNAVAILABLE\",\"message\":\"Not ready\"}");
    }

    @Test
    void tellsThatTheDiskDidNotTakeIt() throws Exception {
        queues.fails(new StorageException(StorageException.Kind.FULL, "no space left"));

        HttpResponse<String> response = post("/queues", "{\"name\": \"a\", \"topic_filter\": \"a\"}");

        assertRefusal(response, 503, "SERVICE_UNAVAILABLE");
        assertThat(response.body()).contains("no space left");
    }

    @Test
    void takesWritesFromItsOwnOriginOnly() throws Exception {
        assertThat(http.send(
                                "POST",
                                "/api/v5/queues",
                                "{\"name\": \"a\", \"topic_filter\": \"a\"}",
                                "Origin",
                                "http://elsewhere.example.com")
                        .statusCode())
                .isEqualTo(403);
        assertThat(Http.anonymous(port).get("/api/v5/queues").statusCode()).isEqualTo(401);
    }

    @Test
    void showsQueuesOfTheConfigurationWithIt() throws Exception {
        ObjectNode shown =
                (ObjectNode) JSON.readTree(http.get(PluginApi.BASE + "/config").body());

        assertThat(shown.propertyNames()).contains("bridges", "remotes", "queues");
        assertThat(shown.path("queues").path("listener").path("port").asInt()).isEqualTo(1_884);
    }

    private void create(String name) throws Exception {
        assertThat(post("/queues", "{\"name\": \"%s\", \"topic_filter\": \"t\"}".formatted(name))
                        .statusCode())
                .isEqualTo(200);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return http.get("/api/v5" + path);
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return http.send("POST", "/api/v5" + path, body, "Content-Type", "application/json");
    }

    private HttpResponse<String> put(String path, String body) throws Exception {
        return http.send("PUT", "/api/v5" + path, body, "Content-Type", "application/json");
    }

    private static void assertRefusal(HttpResponse<String> response, int status, String code) {
        assertThat(response.statusCode()).isEqualTo(status);
        JsonNode error = JSON.readTree(response.body());
        assertThat(error.path("code").asString()).isEqualTo(code);
        assertThat(error.path("message").asString()).isNotBlank();
    }
}
