package dev.mqttdq.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.MqttDqApplication;
import dev.mqttdq.testkit.CertificateAuthority;
import dev.mqttdq.testkit.KeyPairFiles;
import dev.mqttdq.testkit.Ports;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** An instance whose API is served with TLS, and which is told of one peer: itself. */
class PeersOverTlsIT {

    @TempDir
    private static Path directory;

    private static CertificateAuthority authority;

    private final int port = Ports.free();

    @BeforeAll
    static void certificates() {
        authority = CertificateAuthority.create(directory, "authority");
    }

    @Test
    void asksWithTlsWhatItServesWithTls() {
        try (ConfigurableApplicationContext context =
                run("--server.ssl.trust-certificate=" + authority.certificate())) {
            awaitView(context, view -> {
                assertThat(view.failed()).isEmpty();
                assertThat(view.responded()).hasSize(1);
            });
        }
    }

    @Test
    void trustsNobodyUnasked() {
        try (ConfigurableApplicationContext context = run()) {
            awaitView(
                    context,
                    view -> assertThat(view.failed()).singleElement().satisfies(failed -> {
                        assertThat(failed.node()).isEqualTo("localhost:" + port);
                        assertThat(failed.reason()).startsWith("TLS: ").contains("certification path");
                    }));
        }
    }

    /** Asks again where an answer did not come in time. */
    private static void awaitView(ConfigurableApplicationContext context, Consumer<ClusterView> expectation) {
        ClusterViews views = context.getBean(ClusterViews.class);
        await().untilAsserted(() -> expectation.accept(views.current()));
    }

    private ConfigurableApplicationContext run(String... more) {
        KeyPairFiles server = authority.issue("localhost");
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=" + port,
                "--management.server.port=0",
                "--spring.security.user.password=secret",
                "--mqtt-dq.data-dir=" + directory.resolve("data-" + port),
                "--mqtt-dq.local.server=localhost:1",
                "--mqtt-dq.cluster.enabled=true",
                "--mqtt-dq.cluster.peers=localhost:" + port,
                "--server.ssl.certificate=" + server.certificate(),
                "--server.ssl.certificate-private-key=" + server.key()));
        arguments.addAll(Arrays.asList(more));
        return SpringApplication.run(MqttDqApplication.class, arguments.toArray(String[]::new));
    }
}
