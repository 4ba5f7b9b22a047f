package dev.mqttdq.api;

import dev.mqttdq.cluster.LocalNode;
import dev.mqttdq.queues.MessageQueues;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.TaskScheduler;

@Configuration(proxyBeanMethods = false)
class MetersConfiguration {

    @Bean
    BridgeMeters bridgeMeters(LocalNode node, ConfigurationStates configurations, MessageQueues queues) {
        return new BridgeMeters(node, configurations, queues);
    }

    @Bean
    MetersRefresh metersRefresh(BridgeMeters meters, TaskScheduler taskScheduler) {
        return new MetersRefresh(meters, taskScheduler);
    }
}
