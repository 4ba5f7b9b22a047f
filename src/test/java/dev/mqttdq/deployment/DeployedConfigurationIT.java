package dev.mqttdq.deployment;

import static dev.mqttdq.deployment.Manifest.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.testkit.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeployedConfigurationIT {

    @Test
    void theServiceStartsWithIt(@TempDir Path directory) throws IOException {
        String manifest = Files.readString(Path.of("k8s", "base", "configmap.yaml"));
        String config = (String) at(Manifest.parse(manifest), "ConfigMap/mqtt-dq", "data", "bridges.conf");

        try (ServiceProcess service = ServiceProcess.builder("deployed-configuration", directory.resolve("data"))
                .config(config)
                .start()
                .awaitReady()) {
            assertThat(service.json("/status").get("bridge_count").asInt()).isZero();
        }
    }
}
