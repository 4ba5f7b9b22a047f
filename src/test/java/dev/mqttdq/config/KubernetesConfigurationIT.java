package dev.mqttdq.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.hocon.ConfigFileFormats;
import dev.mqttdq.testkit.Ports;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

class KubernetesConfigurationIT {

    private final KubernetesMockServer server = new KubernetesMockServer(
            new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(), false);

    @AfterEach
    void stop() {
        server.destroy();
    }

    @Test
    void followsItsConfigMap() throws Exception {
        int port = Ports.free();
        server.init(InetAddress.getLoopbackAddress(), port);
        try (KubernetesClient client = server.createClient()) {
            put(client, "mqtt-dq.remotes.r.server: one");
            try (ConfigurableApplicationContext context = run(port)) {
                ConfigurationService service = context.getBean(ConfigurationService.class);
                assertThat(servers(service)).isEqualTo("[one:1883]");

                put(client, "mqtt-dq.remotes.r.server: two");
                await().atMost(Duration.ofMinutes(1))
                        .until(() -> servers(service).equals("[two:1883]"));

                put(client, "mqtt-dq.remotes.r.server: mqtt://three");
                await().atMost(Duration.ofMinutes(1))
                        .until(() -> service.state().isRejected());
                assertThat(servers(service)).isEqualTo("[two:1883]");
            }
        }
    }

    @Test
    void startsWhileTheApiRefusesAndFollowsItLater() throws Exception {
        int port = Ports.free();
        try (ConfigurableApplicationContext context = run(port)) {
            ConfigurationService service = context.getBean(ConfigurationService.class);
            AtomicReference<String> whenComplete = new AtomicReference<>();
            service.whenComplete(() -> whenComplete.set(servers(service)));
            assertThat(service.current().remotes()).isEmpty();
            assertThat(service.reload().join().outcome()).isEqualTo(Reload.Outcome.UNCHANGED);
            assertThat(service.isComplete()).isFalse();
            assertThat(whenComplete).hasNullValue();

            server.init(InetAddress.getLoopbackAddress(), port);
            try (KubernetesClient client = server.createClient()) {
                put(client, "mqtt-dq.remotes.r.server: one");
                await().atMost(Duration.ofMinutes(1))
                        .until(() -> servers(service).equals("[one:1883]"));
                await().untilAsserted(() -> assertThat(whenComplete).hasValue("[one:1883]"));
                assertThat(service.isComplete()).isTrue();
            }
        }
    }

    private static String servers(ConfigurationService service) {
        return service.current().remotes().values().stream()
                .map(RemoteSettings::server)
                .toList()
                .toString();
    }

    private static void put(KubernetesClient client, String yaml) {
        ConfigMap map = new ConfigMapBuilder()
                .withNewMetadata()
                .withName("mqtt-dq")
                .withNamespace("test")
                .endMetadata()
                .addToData("application.yaml", yaml)
                .build();
        client.configMaps().inNamespace("test").resource(map).createOr(existing -> existing.update());
    }

    private static ConfigurableApplicationContext run(int port) {
        return new SpringApplicationBuilder(App.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--management.endpoint.health.validate-group-membership=false",
                        "--spring.main.cloud-platform=kubernetes",
                        "--spring.profiles.active=kubernetes",
                        "--spring.cloud.kubernetes.client.master-url=http://127.0.0.1:" + port + "/",
                        "--spring.cloud.kubernetes.client.namespace=test",
                        "--spring.cloud.kubernetes.client.http2-disable=true");
    }

    @EnableAutoConfiguration
    @Import({ConfigurationBeans.class, KubernetesBeans.class, ConfigFileFormats.class})
    static class App {}
}
