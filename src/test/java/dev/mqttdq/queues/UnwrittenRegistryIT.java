package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.TestBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk does not take the registry when a configuration declares a queue. */
class UnwrittenRegistryIT {

    private static final String DECLARED = "queues { declare { late { topic_filter = \"t\", is_lastvalue = false } } }";

    @TempDir
    Path directory;

    @AutoClose
    private final TestBroker local = TestBroker.started();

    @Test
    void aDeclaredQueueStartsWhenItIsOnDiskAndKeepsItsMessagesOverARestart() throws Exception {
        Path registry = directory.resolve("data/message_queues/registry.json");
        try (QueueService service = QueueService.start(directory, local, "")) {
            service.create(QueueService.regular("other", "o"));
            // A directory that is not empty is replaced by no file.
            Files.delete(registry);
            Path inTheWay = Files.createDirectories(registry.resolve("in-the-way"));

            service.reconfigure(DECLARED);
            assertThat(service.stats("late").problem()).contains("registry");
            assertThat(service.queues().problems()).anyMatch(problem -> problem.contains("registry.json"));

            Files.delete(inTheWay);
            Files.delete(registry);
            service.await("late", stats -> stats.localConnected() && stats.problem() == null);
            assertThat(service.queues().problems()).isEmpty();
            Publisher.publishAll(local, 20, 1, "t");
            service.await("late", stats -> stats.messages() == 20);
        }
        try (QueueService service = QueueService.start(directory, local, DECLARED)) {
            assertThat(service.subscribe("late").await(20)).hasSize(20);
        }
    }
}
