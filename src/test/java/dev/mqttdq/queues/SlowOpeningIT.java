package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.TestBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A queue whose messages take long to open: here a pipe in the place of a file, which opens when something writes to it. */
class SlowOpeningIT {

    @TempDir
    Path directory;

    @AutoClose
    private final TestBroker local = TestBroker.started();

    @Test
    void aQueueThatTakesLongToOpenHoldsBackNeitherOthersNorChanges() throws Exception {
        Path file;
        try (QueueService service = QueueService.start(directory, local, "")) {
            service.create(QueueService.lastValue("a-slow", "t"));
            Publisher.publishAll(local, 1, 1, "t");
            service.await("a-slow", stats -> stats.messages() == 1);
            file = onlySegment();
            service.create(QueueService.regular("other", "o"));
        }
        Path kept = Files.move(file, directory.resolve("kept"));
        assumeTrue(new ProcessBuilder("mkfifo", file.toString()).start().waitFor() == 0, "cannot make a pipe here");

        try (QueueService service = QueueService.start(directory, local, "")) {
            service.await("other", QueueStats::localConnected);
            service.create(QueueService.regular("new", "n"));
            service.queues().update(QueueService.limited("other", "o", 5));
            assertThat(service.stats("a-slow").problem()).contains("being opened");
            assertThatThrownBy(() -> service.queues().delete("a-slow")).isInstanceOf(QueueRefusedException.class);

            Path pipe = Files.move(file, directory.resolve("pipe"));
            Files.move(kept, file);
            Files.newOutputStream(pipe, StandardOpenOption.WRITE).close();
            service.await("a-slow", stats -> stats.localConnected() && stats.messages() == 1);
        }
    }

    private Path onlySegment() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".seg"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
