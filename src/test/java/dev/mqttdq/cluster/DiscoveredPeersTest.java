package dev.mqttdq.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.config.ServerAddress;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.cloud.client.discovery.composite.CompositeDiscoveryClientAutoConfiguration;
import org.springframework.cloud.client.discovery.simple.SimpleDiscoveryClientAutoConfiguration;
import org.springframework.cloud.commons.util.UtilAutoConfiguration;

class DiscoveredPeersTest {

    @Test
    void takesSpringCloudsOwnListOfInstances() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        UtilAutoConfiguration.class,
                        SimpleDiscoveryClientAutoConfiguration.class,
                        CompositeDiscoveryClientAutoConfiguration.class))
                .withPropertyValues(
                        "spring.cloud.discovery.client.simple.instances.mqtt-dq[0].uri=http://one:8080",
                        "spring.cloud.discovery.client.simple.instances.mqtt-dq[1].uri=http://[::1]:8090",
                        "spring.cloud.discovery.client.simple.instances.other[0].uri=http://two:8080")
                .run(context -> {
                    try (DiscoveredPeers peers = new DiscoveredPeers(
                            context.getBeanProvider(DiscoveryClient.class)::getIfAvailable, "mqtt-dq")) {
                        assertThat(peers.addresses().join())
                                .containsExactly(new ServerAddress("one", 8080), new ServerAddress("::1", 8090));
                    }
                });
    }
}
