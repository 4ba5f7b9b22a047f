package dev.mqttdq.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.testkit.Reaction;
import dev.mqttdq.testkit.ScriptedPeer;
import io.netty.handler.codec.mqtt.MqttMessageType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Status;

/** When the service calls itself ready. */
class ReadinessIT {

    @Test
    void isReadyOnlyWhenTheLocalBrokerHasBeenTried(@TempDir Path directory) {
        try (ScriptedPeer local = ScriptedPeer.started().on(MqttMessageType.CONNECT, Reaction.SILENCE);
                InProcessService service = InProcessService.start(directory, """
                        local { server = "%s" }
                        remotes { far { server = "127.0.0.1:1" } }
                        bridges { site { remote = far, filter_topic = "site/#", remote_topic = "${topic}" } }
                        """.formatted(local.address()))) {
            local.awaitReceived(MqttMessageType.CONNECT, 1);
            assertThat(readiness(service)).isEqualTo(Status.OUT_OF_SERVICE);

            local.cut();

            await("the attempt has ended")
                    .atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(readiness(service)).isEqualTo(Status.UP));
        }
    }

    private static Status readiness(InProcessService service) {
        return Objects.requireNonNull(service.bean(HealthEndpoint.class).healthForPath("readiness"))
                .getStatus();
    }
}
