package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.testkit.Ports;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.ServiceProcess;
import dev.mqttdq.testkit.TestBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole way, with the consumers that people have: {@code mosquitto_sub} of MQTT 5 and of 3.1.1. */
class ConsumersIT {

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
    void consumeAfterAKillWhatNobodyListenedTo() throws IOException {
        assumeThat(Path.of("/usr/bin/mosquitto_sub")).isExecutable();
        try (TestBroker local = TestBroker.started();
                Publisher publisher = Publisher.to(local)) {
            ServiceProcess.Builder builder = ServiceProcess.builder("queue-consumers", directory.resolve("data"))
                    .property("mqtt-dq.local.server", "127.0.0.1:" + local.port())
                    .config(QUEUES.formatted(port));
            try (ServiceProcess service = builder.start().awaitReady()) {
                awaitMetric(service, "mqtt_dq_queue_local_connected{queue=\"orders\"} 1.0");
                publisher.publishEach(200, 1, "orders/a");
                assertThat(publisher.awaitAcknowledged()).isZero();
                awaitMetric(service, "mqtt_dq_queue_messages{queue=\"orders\"} 200.0");
                service.kill();
            }
            try (ServiceProcess service = builder.start().awaitReady();
                    Consumer five = new Consumer("five", "mqttv5");
                    Consumer three = new Consumer("three", "mqttv311")) {
                awaitMetric(service, "mqtt_dq_queue_messages{queue=\"orders\"} 0.0");
                await("the last lines").until(() -> all(five, three).size() == 200);

                assertThat(all(five, three))
                        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 200)
                                .mapToObj(number -> "orders/a " + number)
                                .toList());
                publisher.publishEach(20, 1, "orders/b");
                await("later ones").until(() -> all(five, three).size() == 220);
                assertThat(five.lines())
                        .filteredOn(line -> line.startsWith("orders/b"))
                        .hasSize(10);
                assertThat(service.terminate()).isEqualTo(143);
            }
        }
    }

    private static List<String> all(Consumer one, Consumer other) {
        return Stream.concat(one.lines().stream(), other.lines().stream()).toList();
    }

    private static void awaitMetric(ServiceProcess service, String line) {
        await(line)
                .atMost(Duration.ofMinutes(1))
                .until(() -> service.management("/actuator/prometheus").body().contains(line));
    }

    /** A running {@code mosquitto_sub}. */
    private final class Consumer implements AutoCloseable {

        private final Path output;
        private final Process process;

        Consumer(String clientId, String version) throws IOException {
            output = directory.resolve(clientId);
            process = new ProcessBuilder(
                            "mosquitto_sub",
                            "-h",
                            "127.0.0.1",
                            "-p",
                            Integer.toString(port),
                            "-V",
                            version,
                            "-i",
                            clientId,
                            "-q",
                            "1",
                            "-t",
                            "$queue/orders",
                            "-F",
                            "%t %p")
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
        }

        /** Topic and number of each message so far. */
        List<String> lines() {
            try {
                return Files.readAllLines(output).stream().map(String::trim).toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            process.destroy();
        }
    }
}
