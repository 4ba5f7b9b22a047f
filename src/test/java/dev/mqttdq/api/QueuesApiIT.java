package dev.mqttdq.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queues made over REST in the whole service. Its local broker is away: that keeps nobody from making queues. */
class QueuesApiIT {

    @Test
    void keepsQueuesAndOptionsOverARestart(@TempDir Path data) throws Exception {
        try (RunningService service = new RunningService(data)) {
            HttpResponse<String> created = service.http().send("POST", "/api/v5/queues", """
                    {"name": "orders", "topic_filter": "orders/#", "is_lastvalue": false}""");
            assertThat(created.statusCode()).as(created.body()).isEqualTo(200);
            assertThat(service.http()
                            .send("PUT", "/api/v5/queues/config", "{\"max_queue_count\": 3}")
                            .statusCode())
                    .isEqualTo(204);
        }

        try (RunningService service = new RunningService(data)) {
            Http http = service.http();
            assertThat(http.get("/api/v5/queues").body())
                    .contains("\"name\":\"declared\"", "\"name\":\"orders\"", "\"is_lastvalue\":false");
            assertThat(http.get("/api/v5/queues/config").body())
                    .contains("\"max_queue_count\":3", "\"source\":\"rest\"");
            assertThat(http.send("DELETE", "/api/v5/queue/declared", "").statusCode())
                    .isEqualTo(400);
            assertThat(http.send("DELETE", "/api/v5/queue/orders", "").statusCode())
                    .isEqualTo(204);
            assertThat(http.get("/api/v5/queue/orders").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void showsQueuesInMetricsAndHealth(@TempDir Path data) throws Exception {
        try (RunningService service = new RunningService(data)) {
            await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
                service.refreshMeters();
                assertThat(service.management().get("/actuator/prometheus").body())
                        .contains("mqtt_dq_queue_messages{queue=\"declared\"} 0.0");
            });
            assertThat(service.management().get("/actuator/health").body()).contains("\"queues\"", "\"declared\"");
        }
    }
}
