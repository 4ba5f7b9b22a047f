package dev.mqttdq.api;

import static dev.mqttdq.bridge.BridgeSnapshotBuilder.bridge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.bridge.BridgeSnapshot.BufferSnapshot;
import dev.mqttdq.bridge.BridgeSnapshot.ConnectorSnapshot;
import dev.mqttdq.store.DropReason;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;

@ApiTest
class BridgesApiTest {

    private static final String BRIDGES = PluginApi.BASE + "/bridges";
    private static final String ENDPOINT = "/actuator/bridges";
    private static final String JSON_TYPE = "application/json";

    private static final String DETAIL = "{\"name\":\"to-cloud\",\"config_state\":\"enabled\","
            + "\"runtime_state\":\"running\",\"status\":\"ok\",\"status_reason\":null,\"paused\":false,"
            + "\"local_connected\":true,\"enqueue\":10,\"dequeue\":8,\"publish\":7,\"drop\":1,"
            + "\"drop_by_reason\":{\"expired\":1},\"retried_by_reason\":{},"
            + "\"buffered\":2,\"backlog\":3,\"inflight\":4,\"oldest_age_ms\":2500,\"disk_bytes\":700,"
            + "\"limit_bytes\":1000,"
            + "\"buffers\":[{\"index\":0,\"status\":\"running\",\"buffered\":2,\"disk_bytes\":700,"
            + "\"limit_bytes\":1000,\"oldest_age_ms\":2500,\"problem\":null}],"
            + "\"connectors\":[{\"index\":0,\"status\":\"connected\",\"backlog\":3,\"inflight\":4,"
            + "\"reconnects\":5,\"problem\":null}]}";

    @Autowired
    private FakeBridges bridges;

    @Autowired
    private FakeOperations operations;

    @LocalServerPort
    private int port;

    @LocalManagementPort
    private int managementPort;

    @BeforeEach
    void oneBridge() {
        operations.startAnew(FakeOperations.ORPHAN);
        bridges.are(bridge("to-cloud")
                .counters(10, 8, 7, 1)
                .dropped(Map.of(DropReason.EXPIRED, 1L, DropReason.OVERFLOW, 0L))
                .buffer(new BufferSnapshot(0, true, false, 2, 700, 1_000, 2_500, null))
                .connector(new ConnectorSnapshot(0, true, true, 3, 4, 5, null))
                .build());
    }

    @Test
    void showsEverythingAtOnce() throws Exception {
        assertThat(new Http(port).get(BRIDGES).body())
                .contains("\"config\":{\"generation\":3,\"source\":\"/etc/mqtt-dq/bridges.conf\","
                        + "\"since\":\"2026-01-15T09:00:00Z\",\"last_reload\":{\"at\":\"2026-01-15T09:00:00Z\","
                        + "\"outcome\":\"applied\",\"problems\":[]}}")
                .contains("\"bridges\":[" + DETAIL + "]")
                .endsWith(
                        "\"orphans\":[{\"bridge\":\"old\",\"directory\":\"/data/emqx_bridge_mqtt_dq/old\",\"disk_bytes\":4096}]}");
    }

    @Test
    void showsTheSameOfThisInstanceOnTheManagementPort() throws Exception {
        assertThat(new Http(managementPort).get(ENDPOINT).body())
                .contains("\"bridges\":[" + DETAIL + "]")
                .contains("\"orphans\":[");
    }

    @Test
    void showsSettingsWithSecretsMasked() throws Exception {
        assertThat(new Http(port).get(BRIDGES + "/to-cloud/settings").body())
                .startsWith("{\"bridge\":{\"enable\":true,\"remote\":\"cloud\",")
                .contains("\"remote_topic\":\"fwd/${topic}\"", "\"remote\":{\"server\":\"broker.example.com:8883\",")
                .contains("\"password\":\"******\"");
        assertThat(new Http(managementPort).get(ENDPOINT + "/to-cloud").body())
                .startsWith("{\"state\":" + DETAIL + ",\"settings\":{")
                .contains("\"password\":\"******\"");
    }

    @Test
    void pausesAndResumesOverTheRestApi() throws Exception {
        Http http = new Http(port);

        assertThat(http.send("POST", BRIDGES + "/to-cloud/pause", "").statusCode())
                .isEqualTo(204);
        assertThat(http.send("POST", BRIDGES + "/to-cloud/resume", "").statusCode())
                .isEqualTo(204);

        assertThat(operations.calls()).containsExactly("pause to-cloud", "resume to-cloud");
    }

    @Test
    void pausesAndResumesOverTheActuator() throws Exception {
        Http http = new Http(managementPort);

        assertThat(write(http, "/to-cloud", "{\"action\":\"pause\"}").statusCode())
                .isEqualTo(204);
        assertThat(write(http, "/to-cloud", "{\"action\":\"resume\"}").statusCode())
                .isEqualTo(204);

        assertThat(operations.calls()).containsExactly("pause to-cloud", "resume to-cloud");
    }

    @Test
    void purgesOrphans() throws Exception {
        String purged = "[{\"bridge\":\"old\",\"directory\":\"/data/emqx_bridge_mqtt_dq/old\",\"disk_bytes\":4096}]";

        assertThat(new Http(port)
                        .send("DELETE", PluginApi.BASE + "/orphans/old", "")
                        .body())
                .isEqualTo(purged);
        assertThat(new Http(managementPort)
                        .send("DELETE", ENDPOINT + "/old", "")
                        .body())
                .isEqualTo(purged);

        assertThat(operations.calls()).containsExactly("purge old", "purge old");
    }

    @Test
    void refusesWhatItDoesNotKnow() throws Exception {
        Http http = new Http(port);
        Http management = new Http(managementPort);

        assertThat(http.send("POST", BRIDGES + "/x/pause", "").body())
                .isEqualTo("{\"code\":\"NOT_FOUND\",\"message\":\"Bridge not found\",\"bridge\":\"x\"}");
        assertThat(http.get(BRIDGES + "/x/settings").statusCode()).isEqualTo(404);
        assertThat(http.send("DELETE", PluginApi.BASE + "/orphans/to-cloud", "").statusCode())
                .isEqualTo(404);
        assertThat(management.get(ENDPOINT + "/x").statusCode()).isEqualTo(404);
        assertThat(write(management, "/x", "{\"action\":\"pause\"}").statusCode())
                .isEqualTo(404);
        assertThat(write(management, "/to-cloud", "{\"action\":\"explode\"}").statusCode())
                .isEqualTo(400);
        assertThat(write(management, "/to-cloud", "{}").statusCode()).isEqualTo(400);
        assertThat(management.send("DELETE", ENDPOINT + "/to-cloud", "").statusCode())
                .isEqualTo(404);
        assertThat(operations.calls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example", "null", "http://localhost"})
    void refusesWritesThatAnotherSitesPageMakes(String origin) throws Exception {
        HttpResponse<String> response = new Http(port).send("POST", BRIDGES + "/to-cloud/pause", "", "Origin", origin);

        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(operations.calls()).isEmpty();
    }

    @Test
    void takesWritesFromItsOwnPage() throws Exception {
        assertThat(new Http(port)
                        .send("POST", BRIDGES + "/to-cloud/pause", "", "Origin", "http://localhost:" + port)
                        .statusCode())
                .isEqualTo(204);
    }

    private static HttpResponse<String> write(Http http, String path, String body) throws Exception {
        return http.send("POST", ENDPOINT + path, body, "Content-Type", JSON_TYPE);
    }
}
