package dev.mqttdq.queues;

import dev.mqttdq.config.Configuration;
import dev.mqttdq.config.ConfigurationService;
import dev.mqttdq.drain.Drainable;
import dev.mqttdq.ingress.LocalSessionNotes;
import dev.mqttdq.store.PartitionQueues;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.springframework.context.annotation.Bean;
import org.springframework.integration.dsl.context.IntegrationFlowContext;

/** Wires the message queues. */
@org.springframework.context.annotation.Configuration(proxyBeanMethods = false)
class QueueConfiguration {

    @Bean
    QueueManager messageQueues(
            ConfigurationService configurations, IntegrationFlowContext flows, LongSupplier nanoTime) {
        Configuration configuration = configurations.current();
        Path directory = configuration.dataDir().resolve("message_queues");
        QueueWorkshop workshop = new QueueWorkshop(
                new QueueStores(directory, new PartitionQueues(InstantSource.system(), nanoTime)),
                new LocalSessionNotes(configuration.dataDir().resolve("queue-sessions.properties")),
                new QueueFlows(flows),
                configurations::isComplete,
                nanoTime);
        return new QueueManager(
                configurations, QueueRegistry.open(directory, configuration.queues()), workshop, nanoTime);
    }

    @Bean
    Drainable drainableQueues(QueueManager queues) {
        return new DrainableQueues(queues);
    }

    @Bean
    QueueShutdown queueShutdown(QueueManager queues) {
        return new QueueShutdown(queues);
    }
}
