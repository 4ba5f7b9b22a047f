package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.ConfigurationService;
import dev.mqttdq.config.Reload;
import dev.mqttdq.ingress.LocalSessionNotes;
import dev.mqttdq.store.PartitionQueues;
import dev.mqttdq.testkit.ConfigurationInFile;
import dev.mqttdq.testkit.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.dsl.context.IntegrationFlowContext;

/** Queues without brokers. */
class QueueManagerTest {

    @TempDir
    Path directory;

    private final AnnotationConfigApplicationContext context =
            new AnnotationConfigApplicationContext(WithIntegration.class);
    private final String nobody = "127.0.0.1:" + Ports.free();
    private ConfigurationService configurations;
    private QueueManager manager;

    @EnableIntegration
    static class WithIntegration {}

    @BeforeEach
    void makeManager() {
        write("max_queue_count = 10");
        configurations = ConfigurationInFile.of(directory.resolve("queues.conf"), directory.resolve("data"));
        Path queues = directory.resolve("data/message_queues");
        QueueWorkshop workshop = new QueueWorkshop(
                new QueueStores(queues, new PartitionQueues(InstantSource.system(), System::nanoTime)),
                new LocalSessionNotes(directory.resolve("data/queue-sessions.properties")),
                new QueueFlows(context.getBean(IntegrationFlowContext.class)),
                () -> true,
                System::nanoTime);
        manager = new QueueManager(
                configurations,
                QueueRegistry.open(queues, configurations.current().queues()),
                workshop,
                System::nanoTime);
    }

    @AfterEach
    void stop() {
        manager.stop();
        configurations.close();
        context.close();
    }

    @Test
    void followsWhatChangedBeforeItsStart() {
        write("declare { orders { topic_filter = \"orders/#\" } }");
        Reload reload = configurations.reload().join();
        assertThat(reload.outcome()).isEqualTo(Reload.Outcome.APPLIED);

        manager.start();

        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(manager.queues())
                        .extracting(view -> view.definition().name())
                        .containsExactly("orders"));
        assertThat(manager.isOn()).isTrue();
    }

    private void write(String queues) {
        try {
            Files.writeString(directory.resolve("queues.conf"), """
                    local { server = "%s" }
                    queues { %s }
                    """.formatted(nobody, queues));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
