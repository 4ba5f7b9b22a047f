package dev.mqttdq.api;

import dev.mqttdq.bridge.BridgeSnapshots;
import dev.mqttdq.cluster.LocalNode;
import dev.mqttdq.cluster.NodeCodec;
import dev.mqttdq.config.MessageQueuesSettings.Switch;
import dev.mqttdq.queues.listener.QueueListener;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Import;

/** The API alone, over {@link FakeBridges}. No stereotype: the service's own component scan must not find it. */
@EnableAutoConfiguration
@ComponentScan({"dev.mqttdq.config", "dev.mqttdq.hocon"})
@Import({
    PluginApiController.class,
    BridgesController.class,
    NodeController.class,
    ConfigurationController.class,
    QueuesController.class,
    PageConfiguration.class,
    ApiErrors.class,
    BridgesEndpoint.class,
    DrainEndpoint.class,
    LiteralContentType.class,
    SecurityConfiguration.class,
    MetersConfiguration.class,
    BridgesHealthIndicator.class,
    QueuesHealthIndicator.class,
    StartedHealthIndicator.class,
    ConfigHealthIndicator.class,
    ConfigInfoContributor.class
})
class ApiTestApplication {

    @Bean
    FakeBridges fakeBridges() {
        return new FakeBridges();
    }

    @Bean
    FakeOperations fakeOperations(FakeBridges bridges) {
        return new FakeOperations(bridges);
    }

    @Bean
    FakeDrain fakeDrain() {
        return new FakeDrain();
    }

    @Bean
    FakeQueues fakeQueues() {
        return new FakeQueues();
    }

    @Bean
    QueueListener queueListener(MeterRegistry meters) {
        return Listeners.listener(Switch.OFF, 0, meters);
    }

    @Bean
    FakeConfiguration fakeConfiguration() {
        return new FakeConfiguration();
    }

    @Bean
    LocalNode localNode(BridgeSnapshots snapshots) {
        return new LocalNode("node-a", snapshots, InstantSource.system(), Duration.ofSeconds(5));
    }

    @Bean
    NodeCodec nodeCodec() {
        return new NodeCodec();
    }
}
