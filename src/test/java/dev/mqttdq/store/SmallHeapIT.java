package dev.mqttdq.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A backlog many times as large as the heap. The system property {@code store.backlog.messages} says how many messages of
 * one kilobyte.
 */
class SmallHeapIT {

    private static final int MESSAGES = Integer.getInteger("store.backlog.messages", 150_000);

    @TempDir
    Path directory;

    @Test
    void holdsABacklogOfAnySizeInASmallHeap() throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BacklogChild.class.getName(),
                        directory.toString(),
                        Integer.toString(MESSAGES))
                .inheritIO()
                .start();

        assertThat(child.waitFor()).isZero();
    }
}
