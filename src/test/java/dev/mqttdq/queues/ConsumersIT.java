package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.Ports;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.QueueConsumer;
import dev.mqttdq.testkit.ServiceProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole way, with the consumers that people have: {@code mosquitto_sub} of MQTT 5 and of 3.1.1. */
class ConsumersIT {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final String QUEUES = """
            queues {
              declare { orders { topic_filter = "orders/#", is_lastvalue = false, dispatch_strategy = round_robin } }
              listener {
                enabled = true
                port = %d
                allow_anonymous = true
                rules = [{ allow = true, topics = ["$queue/orders"] }]
              }
            }
            """;

    @TempDir
    Path directory;

    private final int port = Ports.free();

    @Test
    void consumeAfterAKillWhatNobodyListenedTo() {
        assumeThat(Path.of("/usr/bin/mosquitto_sub")).isExecutable();
        try (Mosquitto local = Mosquitto.started();
                Publisher publisher = Publisher.to(local)) {
            ServiceProcess.Builder builder = ServiceProcess.builder("queue-consumers", directory.resolve("data"))
                    .property("mqtt-dq.local.server", "127.0.0.1:" + local.port())
                    .config(QUEUES.formatted(port));
            try (ServiceProcess service = builder.start().awaitReady()) {
                awaitMetric(service, "mqtt_dq_queue_local_connected{queue=\"orders\"} 1.0");
                publisher.publishEach(200, 1, "orders/a");
                assertThat(publisher.awaitAcknowledged()).isZero();
                awaitMetric(service, "mqtt_dq_queue_messages{queue=\"orders\"} 200.0");
                local.awaitAcknowledged("queue.orders.", 200);
                service.kill();
            }
            try (ServiceProcess service = builder.start().awaitReady();
                    QueueConsumer five = consumer("mqttv5");
                    QueueConsumer three = consumer("mqttv311")) {
                service.queues().await("orders", counts -> counts.subscribers() == 2 && counts.acked() == 200);
                awaitMetric(service, "mqtt_dq_queue_messages{queue=\"orders\"} 0.0");
                await("the last lines")
                        .atMost(PATIENCE)
                        .until(() -> all(five, three).size() >= 200);

                assertThat(all(five, three))
                        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 200)
                                .mapToObj(number -> "orders/a " + number + " ")
                                .toList());
                publisher.publishEach(20, 1, "orders/b");
                await("later ones")
                        .atMost(PATIENCE)
                        .until(() -> all(five, three).size() >= 220);
                assertThat(five.lines())
                        .filteredOn(line -> line.startsWith("orders/b"))
                        .hasSize(10);
                assertThat(service.terminate()).isEqualTo(143);
            }
        }
    }

    private QueueConsumer consumer(String version) {
        await("the listener is open").atMost(PATIENCE).until(() -> Ports.accepts(port));
        return QueueConsumer.start(port, version, "$queue/orders");
    }

    private static List<String> all(QueueConsumer one, QueueConsumer other) {
        return Stream.concat(one.lines().stream(), other.lines().stream()).toList();
    }

    private static void awaitMetric(ServiceProcess service, String line) {
        await(line)
                .atMost(PATIENCE)
                .until(() -> service.management("/actuator/prometheus").body().contains(line));
    }
}
