package dev.mqttdq.cluster;

import dev.mqttdq.bridge.BridgeSnapshots;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ClusterConfiguration {

    /** How long peers are waited for; told in every view, also where there are none. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    @Bean
    LocalNode localNode(@Value("${mqtt-dq.node-name:}") String name, BridgeSnapshots snapshots)
            throws UnknownHostException {
        String node = name.isEmpty() ? InetAddress.getLocalHost().getHostName() : name;
        return new LocalNode(node, snapshots, InstantSource.system(), TIMEOUT);
    }
}
