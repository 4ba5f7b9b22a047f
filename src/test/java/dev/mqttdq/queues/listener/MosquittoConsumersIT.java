package dev.mqttdq.queues.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.testkit.Mosquitto;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clients that come with mosquitto, as users have them. */
class MosquittoConsumersIT {

    private final ListenerFixture fixture = ListenerFixture.started();

    @TempDir
    private Path directory;

    @BeforeEach
    void needsMosquitto() {
        assumeThat(Mosquitto.available()).as("mosquitto is installed").isTrue();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mqttv5", "mqttv311", "mqttv31"})
    void consumeAQueueOfAnyVersion(String version) throws Exception {
        IntStream.range(0, 50).forEach(i -> fixture.queues.publish("orders", "plant/" + i, "m" + i));

        List<String> lines = consume(version, "-C", "50", "-F", "%t %p", "-u", "worker", "-P", "secret");

        assertThat(lines)
                .containsExactlyElementsOf(IntStream.range(0, 50)
                        .mapToObj(i -> "plant/" + i + " m" + i)
                        .toList());
        fixture.queues.awaitLeft("orders", 0);
    }

    @Test
    void shareAQueue() throws Exception {
        Path first = directory.resolve("first");
        Path second = directory.resolve("second");
        Process mqtt5 = start(first, "mqttv5");
        Process mqtt3 = start(second, "mqttv311");
        try {
            fixture.queues.awaitClients("orders", 2);
            IntStream.range(0, 200).forEach(i -> fixture.queues.publish("orders", "t", "m" + i));
            fixture.queues.awaitLeft("orders", 0);
            assertThat(fixture.queues.consumed("orders")).hasSize(200).doesNotHaveDuplicates();

            // They acknowledge before they print.
            await("all is printed")
                    .atMost(ListenerFixture.PATIENCE)
                    .untilAsserted(() -> assertThat(lines(first, second)).hasSizeGreaterThanOrEqualTo(200));
        } finally {
            mqtt5.destroy();
            mqtt3.destroy();
        }
        assertThat(mqtt5.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(mqtt3.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(lines(first)).isNotEmpty();
        assertThat(lines(first, second))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 200).mapToObj(i -> "m" + i).toList());
    }

    private static List<String> lines(Path... files) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path file : files) {
            lines.addAll(Files.readAllLines(file));
        }
        return lines;
    }

    @Test
    void areToldThatOtherTopicsAreRefused() throws Exception {
        Process process = new ProcessBuilder(
                        "mosquitto_sub", "-p", "" + fixture.port(), "-V", "mqttv5", "-t", "plain/topic", "-W", "300")
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(said).contains("All subscription requests were denied");
    }

    private List<String> consume(String version, String... options) throws IOException, InterruptedException {
        Path file = directory.resolve("received");
        Process process = start(file, version, options);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isZero();
        return Files.readAllLines(file);
    }

    private Process start(Path output, String version, String... options) throws IOException {
        List<String> command = new ArrayList<>(
                List.of("mosquitto_sub", "-p", "" + fixture.port(), "-V", version, "-q", "1", "-t", "$queue/orders"));
        command.addAll(List.of("-i", "sub-" + output.getFileName()));
        command.addAll(List.of(options));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }
}
