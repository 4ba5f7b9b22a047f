package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.ServiceProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGKILL while a queue collects: what the local broker or the queue had taken is consumed afterwards. */
class QueueCrashIT {

    private static final String QUEUES =
            "queues { declare { orders { topic_filter = \"orders/#\", is_lastvalue = false } } }";

    @TempDir
    Path directory;

    @Test
    void deliversWhatNobodyListenedTo() {
        try (Mosquitto local = Mosquitto.started();
                Publisher publisher = Publisher.to(local)) {
            try (ServiceProcess service = ServiceProcess.builder("queue-crash", directory.resolve("data"))
                    .property("mqtt-dq.local.server", "127.0.0.1:" + local.port())
                    .property("mqtt-dq.queues.listener.enabled", "false")
                    .config(QUEUES)
                    .start()
                    .awaitReady()) {
                awaitMetric(service, "mqtt_dq_queue_local_connected{queue=\"orders\"} 1.0");
                publisher.publishEach(200, 1, "orders/a");
                assertThat(publisher.awaitAcknowledged()).isZero();
                awaitMetric(service, "mqtt_dq_queue_messages{queue=\"orders\"} 200.0");
                local.awaitAcknowledged("queue.orders.", 200);
                service.kill();
            }
            publisher.publishEach(50, 1, "orders/a");
            assertThat(publisher.awaitAcknowledged()).isZero();
            try (QueueService service = QueueService.start(directory, local, QUEUES)) {
                QueueClient one = service.subscribe("orders");
                QueueClient other = service.subscribe("orders");
                service.await("orders", stats -> stats.acked() >= 250 && stats.messages() == 0);

                List<String> all = new ArrayList<>(one.numbers());
                all.addAll(other.numbers());
                assertThat(all)
                        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 250)
                                .mapToObj(Integer::toString)
                                .toList());
            }
            try (QueueService service = QueueService.start(directory, local, QUEUES)) {
                assertThat(service.await("orders", QueueStats::localConnected).messages())
                        .isZero();
            }
        }
    }

    private static void awaitMetric(ServiceProcess service, String line) {
        await(line)
                .atMost(Duration.ofMinutes(1))
                .until(() -> service.management("/actuator/prometheus").body().contains(line));
    }
}
