package dev.mqttdq.bridge;

import dev.mqttdq.config.ConfigurationService;
import dev.mqttdq.drain.Drainable;
import dev.mqttdq.ingress.LocalSessionNotes;
import dev.mqttdq.store.PartitionId;
import dev.mqttdq.store.PartitionQueues;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.dsl.context.IntegrationFlowContext;

/** Wires the bridges. */
@Configuration(proxyBeanMethods = false)
class BridgeConfiguration {

    @Bean
    BridgeManager bridgeManager(
            ConfigurationService configurations,
            IntegrationFlowContext flows,
            MeterRegistry meters,
            LongSupplier nanoTime) {
        Path dataDir = configurations.current().dataDir();
        PartitionQueues queues = new PartitionQueues(InstantSource.system(), nanoTime);
        PartitionOpener opener = (settings, directory, index, counters, countFound) -> queues.open(
                directory,
                new PartitionId(settings.name(), index),
                Bridge.partitionSettings(settings),
                counters,
                countFound);
        BridgeWorkshop workshop = new BridgeWorkshop(
                opener,
                new BridgeFlows(flows),
                meters,
                new LocalSessionNotes(dataDir.resolve("local-sessions.properties")),
                nanoTime);
        return new BridgeManager(configurations, workshop, new QueueDirectories(dataDir));
    }

    @Bean
    Drainable drainableBridges(BridgeManager bridges) {
        return new DrainableBridges(bridges);
    }

    @Bean
    EffectiveSettings effectiveSettings(ConfigurationService configurations) {
        return new ConfiguredSettings(configurations);
    }
}
