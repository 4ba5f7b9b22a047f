package dev.mqttdq.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.testkit.ServiceProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Log lines as JSON, of a bridge whose brokers are away and whose disk is no directory. */
class StructuredLogIT {

    private static final String CONFIG = """
            remotes.cloud.server = "127.0.0.1:2"
            bridges.to-cloud { remote = cloud, filter_topic = "a/#", remote_topic = "b/${topic}", buffer_pool_size = 2 }
            """;

    @Test
    void carryTheBridgesNameAsAField(@TempDir Path directory) throws Exception {
        Path partitions = directory.resolve("data/emqx_bridge_mqtt_dq/to-cloud");
        Files.createDirectories(partitions);
        Files.createFile(partitions.resolve("0"));

        try (ServiceProcess service = ServiceProcess.builder("structured-log", directory.resolve("data"))
                .config(CONFIG)
                .property("mqtt-dq.local.server", "127.0.0.1:1")
                .property("logging.structured.format.console", "ecs")
                .start()) {
            await().atMost(Duration.ofMinutes(2))
                    .untilAsserted(() -> assertThat(threadsThatNameTheBridge(service.log()))
                            .contains("to-cloud-ingress", "to-cloud-egress", "to-cloud-store-0"));
        }
    }

    private static Set<String> threadsThatNameTheBridge(String log) {
        List<String> lines = log.lines().filter(line -> line.endsWith("}")).toList();
        return lines.stream()
                .map(JsonMapper.shared()::readTree)
                .filter(line -> line.path("bridge").asString("").equals("to-cloud"))
                .map(line -> line.at("/process/thread/name").asString(""))
                .collect(Collectors.toSet());
    }
}
