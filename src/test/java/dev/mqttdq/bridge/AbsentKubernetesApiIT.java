package dev.mqttdq.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.Reload;
import dev.mqttdq.testkit.Ports;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pod that starts while the Kubernetes API is away does not know all of its configuration. */
class AbsentKubernetesApiIT {

    private static final String FILE = """
            remotes.cloud.server = "127.0.0.1:2"
            bridges {
              off { remote = cloud, filter_topic = "off/#", remote_topic = "${topic}", enable = false }
              on { remote = cloud, filter_topic = "on/#", remote_topic = "${topic}", enable = false }
            }
            """;

    @TempDir
    Path directory;

    private final KubernetesMockServer server = new KubernetesMockServer(
            new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(), false);

    @AfterEach
    void stop() {
        server.destroy();
    }

    @Test
    void purgesNothingUntilTheConfigMapHasBeenRead() throws Exception {
        Path queues = directory.resolve("data/emqx_bridge_mqtt_dq");
        Path off =
                Files.createFile(Files.createDirectories(queues.resolve("off")).resolve("left"));
        Path on = Files.createFile(Files.createDirectories(queues.resolve("on")).resolve("left"));
        int port = Ports.free();
        try (InProcessService service = InProcessService.start(
                directory,
                FILE,
                "--mqtt-dq.local.server=127.0.0.1:1",
                "--spring.main.cloud-platform=kubernetes",
                "--spring.profiles.active=kubernetes",
                "--spring.cloud.kubernetes.client.master-url=http://127.0.0.1:" + port + "/",
                "--spring.cloud.kubernetes.client.namespace=test",
                "--spring.cloud.kubernetes.client.http2-disable=true")) {
            // Put into effect after everything that the start has to do.
            assertThat(service.reconfigure(FILE + "remotes.cloud.username = u").outcome())
                    .isEqualTo(Reload.Outcome.APPLIED);
            assertThat(off).exists();
            assertThat(on).exists();

            server.init(InetAddress.getLoopbackAddress(), port);
            try (KubernetesClient client = server.createClient()) {
                client.configMaps()
                        .inNamespace("test")
                        .resource(new ConfigMapBuilder()
                                .withNewMetadata()
                                .withName("mqtt-dq")
                                .withNamespace("test")
                                .endMetadata()
                                .addToData("application.yaml", "mqtt-dq.bridges.on.enable: true")
                                .build())
                        .create();
                await().atMost(Duration.ofMinutes(1)).until(() -> Files.notExists(off));
            }
            assertThat(on).exists();
        }
    }
}
