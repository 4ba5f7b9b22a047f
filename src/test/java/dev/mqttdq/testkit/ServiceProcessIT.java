package dev.mqttdq.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceProcessIT {

    @Test
    void startsAndEndsTwiceOnTheSamePorts(@TempDir Path directory) {
        ServiceProcess.Builder builder = ServiceProcess.builder("service-process", directory.resolve("data"));
        try (ServiceProcess service = builder.start().awaitReady()) {
            assertThat(service.management("/actuator/health").statusCode()).isEqualTo(200);
            service.kill();
            assertThat(service.isAlive()).isFalse();
        }
        try (ServiceProcess service = builder.start().awaitReady()) {
            assertThat(service.terminate()).isEqualTo(143);
            assertThat(service.log()).contains("Started MqttDqApplication");
        }
    }
}
