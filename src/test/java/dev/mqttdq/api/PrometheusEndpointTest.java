package dev.mqttdq.api;

import static dev.mqttdq.bridge.BridgeSnapshotBuilder.bridge;
import static dev.mqttdq.bridge.BridgeSnapshotBuilder.healthy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.bridge.BridgeSnapshot.BufferSnapshot;
import dev.mqttdq.bridge.BridgeSnapshot.ConnectorSnapshot;
import dev.mqttdq.queues.QueueStats;
import dev.mqttdq.store.DropReason;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;

@ApiTest
class PrometheusEndpointTest {

    @Autowired
    private FakeBridges bridges;

    @Autowired
    private FakeQueues queues;

    @Autowired
    private FakeConfiguration configuration;

    @Autowired
    private BridgeMeters meters;

    @LocalServerPort
    private int port;

    @LocalManagementPort
    private int managementPort;

    @BeforeEach
    void noBridges() {
        bridges.are();
        queues.startAnew();
        configuration.isFine();
        meters.refresh();
    }

    @Test
    void hasEveryLineOfTheRestApiUnderTheSameName() throws Exception {
        bridges.are(bridge("a")
                .counters(9, 8, 7, 1)
                .retried(Map.of("timeout", 2L))
                .buffer(1)
                .buffer(2)
                .connected(3, 4)
                .build());
        meters.refresh();

        String rest = new Http(port).get(PluginApi.BASE + "/metrics").body();

        assertThat(scrape().lines())
                .containsAll(rest.lines()
                        .filter(line -> !line.startsWith("#") && !line.contains("_uptime_seconds"))
                        .toList())
                .anyMatch(line -> line.startsWith("emqx_bridge_mqtt_dq_uptime_seconds "));
    }

    @Test
    void addsOurOwnSeries() throws Exception {
        bridges.are(bridge("a")
                .dropped(Map.of(DropReason.OVERFLOW, 6L))
                .buffer(new BufferSnapshot(0, true, false, 5, 700, 1_000, 2_500, null))
                .connector(new ConnectorSnapshot(0, true, true, 0, 0, 8, null))
                .build());
        meters.refresh();

        assertThat(scrape().lines())
                .contains(
                        "mqtt_dq_bridge_drop_reason_total{bridge=\"a\",reason=\"overflow\"} 6.0",
                        "mqtt_dq_bridge_drop_reason_total{bridge=\"a\",reason=\"expired\"} 0.0",
                        "mqtt_dq_bridge_local_connected{bridge=\"a\"} 1.0",
                        "mqtt_dq_buffer_disk_bytes{bridge=\"a\",index=\"0\"} 700.0",
                        "mqtt_dq_buffer_limit_bytes{bridge=\"a\",index=\"0\"} 1000.0",
                        "mqtt_dq_buffer_oldest_age_seconds{bridge=\"a\",index=\"0\"} 2.5",
                        "mqtt_dq_connector_connected{bridge=\"a\",index=\"0\"} 1.0",
                        "mqtt_dq_connector_reconnects_total{bridge=\"a\",index=\"0\"} 8.0");
    }

    @Test
    void tellsOfTheConfiguration() throws Exception {
        configuration.isRejected();
        meters.refresh();

        assertThat(scrape().lines())
                .contains(
                        "mqtt_dq_config_generation 3.0",
                        "mqtt_dq_config_rejected 1.0",
                        "mqtt_dq_config_last_reload_timestamp_seconds 1.7684676E9");
    }

    @Test
    void hasEveryNumberOfAQueueHereAndInTheRestApi() throws Exception {
        queues.create(FakeQueues.queue("orders", "orders/#"));
        queues.does("orders", new QueueStats(1, 2, 3, 4_500, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, false, "locked"));
        meters.refresh();

        List<String> lines = Stream.of(
                        "messages 1.0",
                        "bytes 2.0",
                        "bytes_on_disk 3.0",
                        "oldest_age_seconds 4.5",
                        "subscribers 5.0",
                        "silent 6.0",
                        "inflight 7.0",
                        "enqueued_total 8.0",
                        "delivered_total 9.0",
                        "acked_total 10.0",
                        "rejected_total 11.0",
                        "replaced_total 12.0",
                        "expired_total 13.0",
                        "dropped_total 14.0",
                        "local_connected 0.0",
                        "problem 1.0")
                .map(line -> "mqtt_dq_queue_" + line.replace(" ", "{queue=\"orders\"} "))
                .toList();
        assertThat(scrape().lines()).containsAll(lines);
    }

    @Test
    void forgetsDeletedQueues() throws Exception {
        queues.create(FakeQueues.queue("gone", "t"));
        queues.create(FakeQueues.queue("stays", "t"));
        meters.refresh();
        assertThat(scrape()).contains("queue=\"gone\"", "queue=\"stays\"");

        queues.delete("gone");
        meters.refresh();

        assertThat(scrape()).contains("queue=\"stays\"").doesNotContain("queue=\"gone\"");
    }

    @Test
    void followsValues() throws Exception {
        bridges.are(healthy("a").counters(1, 0, 0, 0).build());
        meters.refresh();
        bridges.are(healthy("a").counters(2, 0, 0, 0).build());
        meters.refresh();

        assertThat(scrape().lines()).contains("emqx_bridge_mqtt_dq_bridge_enqueue_total{bridge=\"a\"} 2.0");
    }

    @Test
    void forgetsRemovedBridgesAndRows() throws Exception {
        bridges.are(healthy("gone").build(), healthy("stays").buffer(0).build());
        meters.refresh();
        assertThat(scrape()).contains("bridge=\"gone\"", "bridge=\"stays\",index=\"1\"");

        bridges.are(healthy("stays").build());
        meters.refresh();

        assertThat(scrape()).contains("bridge=\"stays\"").doesNotContain("bridge=\"gone\"", "index=\"1\"");
    }

    @Test
    void bringsBackABridgeThatReturns() throws Exception {
        bridges.are(healthy("a").build());
        meters.refresh();
        bridges.are();
        configuration.isFine();
        meters.refresh();
        bridges.are(healthy("a").counters(3, 0, 0, 0).build());
        meters.refresh();

        assertThat(scrape().lines()).contains("emqx_bridge_mqtt_dq_bridge_enqueue_total{bridge=\"a\"} 3.0");
    }

    private String scrape() throws IOException, InterruptedException {
        return Http.anonymous(managementPort).get("/actuator/prometheus").body();
    }
}
