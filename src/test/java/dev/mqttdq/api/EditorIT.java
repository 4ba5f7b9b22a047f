package dev.mqttdq.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.MqttDqApplication;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The editor in a real browser, against the whole service and its file. Its bridges have no broker. */
class EditorIT {

    private static final String FILE = """
            # Kept by hand so far
            remotes {
              cloud { server = "127.0.0.1:2", username = bridge, password = kept-secret, ssl.enable = true }
              site { server = "127.0.0.1:2", username = bridge, password = old-secret }
            }
            bridges {
              to-cloud { remote = cloud, filter_topic = "devices/#", remote_topic = "fwd/${topic}" }
              plant-north { remote = site, filter_topic = "north/#", remote_topic = "${topic}", pool_size = 1, buffer_pool_size = 1 }
              plant-south { remote = site, filter_topic = "south/#", remote_topic = "${topic}", pool_size = 1, buffer_pool_size = 1 }
              lab { remote = site, filter_topic = "lab/#", remote_topic = "${topic}", enable = false }
            %s
            }
            """;

    @TempDir
    Path directory;

    @BeforeAll
    static void browserIsThere() {
        Browser.assumeThere();
    }

    @Test
    void changesTheFileOnceItWasShownWhatThatDoes() throws Exception {
        Path file = Files.writeString(directory.resolve("bridges.conf"), FILE.formatted(disabledBridges(200)));
        try (ConfigurableApplicationContext service = start(file)) {
            int port = service.getEnvironment().getRequiredProperty("local.server.port", Integer.class);

            Browser.run("editor.mjs", port, "editor");
        }

        assertThat(file)
                .content()
                .contains("max_inflight", "48", "kept-secret", "typed-over", "backup.example:1883")
                .doesNotContain("******", "old-secret", "lab/#");
    }

    private ConfigurableApplicationContext start(Path file) {
        return new SpringApplicationBuilder(MqttDqApplication.class)
                .run(
                        "--server.port=0",
                        "--management.server.port=0",
                        "--spring.cloud.kubernetes.enabled=false",
                        "--mqtt-dq.data-dir=" + directory.resolve("data"),
                        "--mqtt-dq.config-file=" + file,
                        "--mqtt-dq.local.server=127.0.0.1:1",
                        "--spring.security.user.name=" + ApiTest.USER,
                        "--spring.security.user.password=" + ApiTest.PASSWORD);
    }

    private static String disabledBridges(int count) {
        return IntStream.range(0, count)
                .mapToObj(index ->
                        "  site-%03d { remote = site, filter_topic = \"s/%d\", remote_topic = \"up/%d\", enable = false }"
                                .formatted(index, index, index))
                .collect(Collectors.joining("\n"));
    }
}
