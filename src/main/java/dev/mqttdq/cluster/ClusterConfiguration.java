package dev.mqttdq.cluster;

import dev.mqttdq.bridge.BridgeSnapshots;
import dev.mqttdq.config.ConfigurationService;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ClusterConfiguration {

    @Bean
    LocalNode localNode(ConfigurationService configurations, BridgeSnapshots snapshots) {
        dev.mqttdq.config.Configuration configuration = configurations.current();
        return new LocalNode(
                configuration.nodeName(),
                snapshots,
                InstantSource.system(),
                configuration.cluster().timeout());
    }
}
