package dev.mqttdq.api;

import static dev.mqttdq.bridge.BridgeSnapshotBuilder.bridge;
import static dev.mqttdq.bridge.BridgeSnapshotBuilder.healthy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.bridge.BridgeSnapshot;
import dev.mqttdq.bridge.BridgeSnapshot.BufferSnapshot;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

@ApiTest
class PluginApiTest {

    private static final String CLUSTER =
            "{\"complete\":true,\"responded_nodes\":[\"node-a\"],\"failed_nodes\":[],\"timeout_ms\":5000}";

    @Autowired
    private FakeBridges bridges;

    @Autowired
    private FakeConfiguration configuration;

    @LocalServerPort
    private int port;

    private Http http;

    @BeforeEach
    void noBridges() {
        bridges.are();
        configuration.isFine();
        http = new Http(port);
    }

    @Test
    void answersStatsKeyByKeyInTheReferencesOrder() throws Exception {
        bridges.are(bridge("to-cloud")
                .counters(1000, 995, 990, 5)
                .retried(Map.of("reason_code", 3L, "connect_failed", 2L))
                .buffer(12)
                .connected(3, 8)
                .build());

        HttpResponse<String> response = http.get(PluginApi.BASE + "/stats");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body().replaceFirst("\"uptime_seconds\":\\d+", "\"uptime_seconds\":123"))
                .isEqualTo("{\"cluster\":" + CLUSTER + ",\"uptime_seconds\":123,"
                        + "\"summary\":{\"bridge_count\":1,\"running_bridge_count\":1,\"buffered\":12,\"backlog\":3,"
                        + "\"inflight\":8,\"enqueue\":1000,\"dequeue\":995,\"publish\":990,\"drop\":5},"
                        + "\"bridges\":[" + TO_CLOUD + "]}");
    }

    private static final String TO_CLOUD = "{\"name\":\"to-cloud\",\"config_state\":\"enabled\","
            + "\"runtime_state\":\"running\",\"status\":\"ok\",\"status_reason\":null,"
            + "\"enqueue\":1000,\"dequeue\":995,\"publish\":990,\"drop\":5,"
            + "\"retried_by_reason\":{\"connect_failed\":2,\"reason_code\":3},"
            + "\"buffered\":12,\"backlog\":3,\"inflight\":8,"
            + "\"buffers\":[{\"bridge\":\"to-cloud\",\"index\":0,\"status\":\"running\",\"buffered\":12}],"
            + "\"connectors\":[{\"bridge\":\"to-cloud\",\"index\":0,\"status\":\"connected\",\"backlog\":3,"
            + "\"inflight\":8}]}";

    @Test
    void answersOneBridgeInFull() throws Exception {
        bridges.are(bridge("to-cloud")
                .counters(1000, 995, 990, 5)
                .retried(Map.of("reason_code", 3L, "connect_failed", 2L))
                .buffer(12)
                .connected(3, 8)
                .build());

        HttpResponse<String> response = http.get(PluginApi.BASE + "/stats/to-cloud");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"cluster\":" + CLUSTER + ",\"bridge\":" + TO_CLOUD + "}");
    }

    @Test
    void answersWithoutAnyBridge() throws Exception {
        assertThat(http.get(PluginApi.BASE + "/stats").body())
                .contains("\"summary\":{\"bridge_count\":0,\"running_bridge_count\":0,\"buffered\":0,\"backlog\":0,"
                        + "\"inflight\":0,\"enqueue\":0,\"dequeue\":0,\"publish\":0,\"drop\":0},\"bridges\":[]");
        assertThat(http.get(PluginApi.BASE + "/status").body())
                .isEqualTo("{\"plugin\":\"emqx_bridge_mqtt_dq\",\"cluster\":" + CLUSTER
                        + ",\"status\":\"ok\",\"bridge_count\":0}");
    }

    @Test
    void answersADisabledBridgeWithoutRows() throws Exception {
        bridges.are(bridge("off").disabled().build());

        assertThat(http.get(PluginApi.BASE + "/stats/off").body())
                .contains("\"bridge\":{\"name\":\"off\",\"config_state\":\"disabled\",\"runtime_state\":\"purged\","
                        + "\"status\":\"disabled\","
                        + "\"status_reason\":\"Bridge disabled in config; workers stopped and queue purged\","
                        + "\"enqueue\":0,\"dequeue\":0,\"publish\":0,\"drop\":0,\"retried_by_reason\":{},"
                        + "\"buffered\":0,\"backlog\":0,\"inflight\":0,\"buffers\":[],\"connectors\":[]}");
        assertThat(http.get(PluginApi.BASE + "/status").body()).contains("\"status\":\"ok\"");
    }

    @Test
    void answersAPartlyConnectedBridge() throws Exception {
        bridges.are(bridge("a")
                .buffer(0)
                .connected(0, 0)
                .disconnected("CONNACK 135")
                .build());

        assertThat(http.get(PluginApi.BASE + "/stats/a").body())
                .contains("\"runtime_state\":\"running\",\"status\":\"partial\",\"status_reason\":"
                        + "\"Only part of the connector capacity is connected: CONNACK 135\"")
                .contains("{\"bridge\":\"a\",\"index\":1,\"status\":\"disconnected\",\"backlog\":0,\"inflight\":0}");
        assertThat(http.get(PluginApi.BASE + "/status").body()).contains("\"status\":\"degraded\"");
    }

    @Test
    void answersADisconnectedBridge() throws Exception {
        bridges.are(bridge("a").buffer(5).disconnected("refused").build());

        assertThat(http.get(PluginApi.BASE + "/stats/a").body())
                .contains("\"status\":\"disconnected\",\"status_reason\":"
                        + "\"All connector slots are disconnected: refused\"");
    }

    @Test
    void answersABrokenBridge() throws Exception {
        bridges.are(bridge("a")
                .buffer(new BufferSnapshot(0, true, true, 5, 0, 1_000, 0, "no space left"))
                .connected(0, 0)
                .build());

        assertThat(http.get(PluginApi.BASE + "/stats/a").body())
                .contains("\"runtime_state\":\"degraded\",\"status\":\"error\",\"status_reason\":"
                        + "\"A queue partition cannot store messages: no space left\"");
    }

    @Test
    void addsARefusedConfigurationToTheStatus() throws Exception {
        configuration.isRejected();

        assertThat(http.get(PluginApi.BASE + "/status").body())
                .isEqualTo("{\"plugin\":\"emqx_bridge_mqtt_dq\",\"cluster\":" + CLUSTER
                        + ",\"status\":\"ok\",\"bridge_count\":0,\"config\":\"rejected\",\"config_problems\":"
                        + "[\"bridges.to-cloud.pool_size: must be a whole number, not 'none'\"]}");
    }

    @Test
    void sortsBridgesByName() throws Exception {
        bridges.are(healthy("b").build(), healthy("a").build());

        assertThat(http.get(PluginApi.BASE + "/stats").body()).matches(".*\"name\":\"a\".*\"name\":\"b\".*");
    }

    @Test
    void saysNotFoundForAnUnknownBridge() throws Exception {
        HttpResponse<String> response = http.get(PluginApi.BASE + "/stats/x");

        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.body())
                .isEqualTo("{\"code\":\"NOT_FOUND\",\"message\":\"Bridge not found\",\"bridge\":\"x\"}");
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json; charset=utf-8");
    }

    @Test
    void namesItsContentTypesLiterally() throws Exception {
        bridges.are(healthy("a").build());

        for (String path : new String[] {"/stats", "/stats/a", "/status"}) {
            assertThat(http.get(PluginApi.BASE + path).headers().allValues("Content-Type"))
                    .containsExactly("application/json; charset=utf-8");
        }
        assertThat(http.get(PluginApi.BASE + "/metrics").headers().allValues("Content-Type"))
                .containsExactly("text/plain; version=0.0.4");
    }

    @Test
    void namesItsContentTypeLiterallyOverABodyLargerThanTheServersBuffer() throws Exception {
        bridges.are(IntStream.range(0, 200)
                .mapToObj(index -> healthy("bridge-" + index).build())
                .toArray(BridgeSnapshot[]::new));

        HttpResponse<String> response = http.get(PluginApi.BASE + "/stats");

        assertThat(response.body()).hasSizeGreaterThan(50_000);
        assertThat(response.headers().allValues("Content-Type")).containsExactly("application/json; charset=utf-8");
    }

    @Test
    void writesTheSpecifiedSeriesAndNoOthers() throws Exception {
        bridges.are(bridge("to-cloud")
                .counters(1000, 995, 990, 5)
                .retried(Map.of("timeout", 2L))
                .buffer(12)
                .connected(3, 8)
                .build());

        String text = http.get(PluginApi.BASE + "/metrics").body();

        assertThat(text)
                .contains("# TYPE emqx_bridge_mqtt_dq_bridge_enqueue_total counter")
                .contains("# TYPE emqx_bridge_mqtt_dq_buffer_buffered gauge")
                .containsPattern("(?m)^emqx_bridge_mqtt_dq_uptime_seconds \\d+\\.0$")
                .doesNotContain("\nmqtt_dq_");
        assertThat(text.lines())
                .contains(
                        "emqx_bridge_mqtt_dq_bridge_enqueue_total{bridge=\"to-cloud\"} 1000.0",
                        "emqx_bridge_mqtt_dq_bridge_dequeue_total{bridge=\"to-cloud\"} 995.0",
                        "emqx_bridge_mqtt_dq_bridge_publish_total{bridge=\"to-cloud\"} 990.0",
                        "emqx_bridge_mqtt_dq_bridge_drop_total{bridge=\"to-cloud\"} 5.0",
                        "emqx_bridge_mqtt_dq_bridge_status{bridge=\"to-cloud\",status=\"ok\"} 1.0",
                        "emqx_bridge_mqtt_dq_bridge_status{bridge=\"to-cloud\",status=\"error\"} 0.0",
                        "emqx_bridge_mqtt_dq_bridge_retry_reason_total{bridge=\"to-cloud\",reason=\"timeout\"} 2.0",
                        "emqx_bridge_mqtt_dq_buffer_buffered{bridge=\"to-cloud\",index=\"0\"} 12.0",
                        "emqx_bridge_mqtt_dq_connector_backlog{bridge=\"to-cloud\",index=\"0\"} 3.0",
                        "emqx_bridge_mqtt_dq_connector_inflight{bridge=\"to-cloud\",index=\"0\"} 8.0",
                        "emqx_bridge_mqtt_dq_summary_buffered 12.0");
    }
}
