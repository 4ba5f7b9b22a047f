package dev.mqttdq.bridge;

import dev.mqttdq.config.Configuration;
import dev.mqttdq.config.ConfigurationLoader;
import dev.mqttdq.config.LoadedConfiguration;
import dev.mqttdq.config.Notice;
import dev.mqttdq.store.PartitionId;
import dev.mqttdq.store.PartitionQueues;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.springframework.context.annotation.Bean;
import org.springframework.integration.dsl.context.IntegrationFlowContext;

@org.springframework.context.annotation.Configuration(proxyBeanMethods = false)
class BridgeConfiguration {

    @Bean
    BridgeManager bridgeManager(
            ConfigurationLoader loader, IntegrationFlowContext flows, MeterRegistry meters, LongSupplier nanoTime) {
        LoadedConfiguration loaded = loader.load();
        loaded.notices().forEach(Notice::log);
        Configuration configuration = loaded.configuration();
        InstantSource wallClock = InstantSource.system();
        boolean clustered = configuration.cluster().enabled();
        BridgeEnvironment environment = new BridgeEnvironment(
                configuration.local(),
                clustered ? configuration.nodeName() : null,
                clustered ? configuration.cluster().shareGroup() : null,
                nanoTime,
                wallClock,
                RandomGenerator.getDefault());
        PartitionQueues queues = new PartitionQueues(wallClock, nanoTime);
        PartitionOpener opener = (settings, index, counters) -> queues.open(
                Bridge.directory(settings, index),
                new PartitionId(settings.name(), index),
                Bridge.partitionSettings(settings),
                counters);
        return new BridgeManager(configuration, environment, opener, new BridgeFlows(flows), meters);
    }
}
