package dev.mqttdq.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.MessageQueuesSettings.Switch;
import dev.mqttdq.queues.listener.QueueListener;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

class QueueListenerHealthTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private @Nullable QueueListener listener;

    @AfterEach
    void stop() {
        if (listener != null) {
            listener.stop();
        }
    }

    @Test
    void namesThePort() {
        QueueListener started = start(0);
        int port = await().atMost(PATIENCE)
                .until(started::port, OptionalInt::isPresent)
                .orElseThrow();

        assertThat(new QueueListenerHealthIndicator(started).health().getDetails())
                .isEqualTo(Map.of("port", port));
        assertThat(problemGauge()).isZero();
    }

    @Test
    void staysUpWithoutAPortAndSaysWhy() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            QueueListener started = start(taken.getLocalPort());
            await().atMost(PATIENCE).until(() -> started.problem().isPresent());

            QueueListenerHealthIndicator health = new QueueListenerHealthIndicator(started);
            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
            assertThat(health.health().getDetails())
                    .containsOnlyKeys("problem")
                    .extractingByKey("problem")
                    .asString()
                    .startsWith("cannot listen on port " + taken.getLocalPort());
            assertThat(problemGauge()).isOne();
        }
    }

    private double problemGauge() {
        return meters.get("mqtt_dq_listener_problem").gauge().value();
    }

    private QueueListener start(int port) {
        QueueListener started = Listeners.listener(Switch.ON, port, meters);
        listener = started;
        started.start();
        return started;
    }
}
