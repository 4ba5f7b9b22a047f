package dev.mqttdq.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.ServerAddress;
import dev.mqttdq.testkit.Ports;
import io.fabric8.kubernetes.api.model.EndpointsBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** Finding peers through the Kubernetes API. */
class KubernetesDiscoveryIT {

    private final int port = Ports.free();
    private final KubernetesMockServer server = new KubernetesMockServer(
            new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(), false);

    @AfterEach
    void stop() {
        server.destroy();
    }

    @Test
    void findsTheAddressesOfItsServiceOnceTheApiLetsIt() throws Exception {
        try (ConfigurableApplicationContext context = run("true");
                DiscoveredPeers peers = peers(context)) {
            assertThatThrownBy(() -> peers.addresses().join())
                    .hasRootCauseInstanceOf(PeerException.class)
                    .hasMessageContaining("the discovery client failed: ");

            server.init(InetAddress.getLoopbackAddress(), port);
            try (KubernetesClient client = server.createClient()) {
                assertThatThrownBy(() -> peers.addresses().join())
                        .hasRootCauseInstanceOf(PeerException.class)
                        .hasMessageContaining("knows no instance");

                putService(client);
                await("the watch")
                        .atMost(Duration.ofMinutes(1))
                        .ignoreException(CompletionException.class)
                        .untilAsserted(() -> assertThat(peers.addresses().join())
                                .containsExactlyInAnyOrder(
                                        new ServerAddress("10.0.0.1", 8080),
                                        new ServerAddress("10.0.0.2", 8080),
                                        new ServerAddress("10.0.0.3", 8080)));
            }
        }
    }

    @Test
    void doesNotTouchTheApiWhereItIsAlone() {
        try (ConfigurableApplicationContext context = run("false")) {
            assertThat(context.getBeansOfType(DiscoveryClient.class).values())
                    .noneMatch(client -> client.getClass().getName().contains("fabric8"));
        }
    }

    private static DiscoveredPeers peers(ConfigurableApplicationContext context) {
        return new DiscoveredPeers(context.getBeanProvider(DiscoveryClient.class)::getIfAvailable, "mqtt-dq");
    }

    /** Two instances that are ready and one that is not, each with both its ports. */
    private static void putService(KubernetesClient client) {
        client.services()
                .inNamespace("test")
                .resource(new ServiceBuilder()
                        .withNewMetadata()
                        .withName("mqtt-dq")
                        .withNamespace("test")
                        .endMetadata()
                        .withNewSpec()
                        .withType("ClusterIP")
                        .endSpec()
                        .build())
                .create();
        client.endpoints()
                .inNamespace("test")
                .resource(new EndpointsBuilder()
                        .withNewMetadata()
                        .withName("mqtt-dq")
                        .withNamespace("test")
                        .endMetadata()
                        .addNewSubset()
                        .addNewAddress()
                        .withIp("10.0.0.1")
                        .endAddress()
                        .addNewAddress()
                        .withIp("10.0.0.2")
                        .endAddress()
                        .addNewNotReadyAddress()
                        .withIp("10.0.0.3")
                        .endNotReadyAddress()
                        .addNewPort()
                        .withName("management")
                        .withPort(8081)
                        .endPort()
                        .addNewPort()
                        .withName("http")
                        .withPort(8080)
                        .endPort()
                        .endSubset()
                        .build())
                .create();
    }

    private ConfigurableApplicationContext run(String clustered) {
        return new SpringApplicationBuilder(App.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--management.endpoint.health.validate-group-membership=false",
                        "--spring.main.cloud-platform=kubernetes",
                        "--spring.profiles.active=kubernetes",
                        "--spring.cloud.kubernetes.reload.enabled=false",
                        "--mqtt-dq.cluster.enabled=" + clustered,
                        "--spring.cloud.kubernetes.client.master-url=http://127.0.0.1:" + port + "/",
                        "--spring.cloud.kubernetes.client.namespace=test",
                        "--spring.cloud.kubernetes.client.http2-disable=true");
    }

    @EnableAutoConfiguration
    static class App {

        @Bean
        static BeanFactoryPostProcessor discoveryPostponement() {
            return new DiscoveryPostponement();
        }
    }
}
