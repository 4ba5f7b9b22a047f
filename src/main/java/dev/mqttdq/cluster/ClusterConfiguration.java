package dev.mqttdq.cluster;

import dev.mqttdq.bridge.BridgeSnapshots;
import dev.mqttdq.config.ConfigurationService;
import dev.mqttdq.config.Secret;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.security.autoconfigure.SecurityProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServerSslBundle;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** Wires this instance and the view over all. */
@Configuration(proxyBeanMethods = false)
class ClusterConfiguration {

    private static final Logger log = LoggerFactory.getLogger(ClusterConfiguration.class);

    @Bean
    LocalNode localNode(ConfigurationService configurations, BridgeSnapshots snapshots) {
        dev.mqttdq.config.Configuration configuration = configurations.current();
        return new LocalNode(
                configuration.nodeName(),
                snapshots,
                InstantSource.system(),
                configuration.cluster().timeout());
    }

    @Bean
    NodeCodec nodeCodec() {
        return new NodeCodec();
    }

    @Bean
    PeerClient peerClient(
            ServerProperties server,
            SecurityProperties security,
            SslBundles bundles,
            ConfigurationService configurations,
            NodeCodec codec) {
        SecurityProperties.User user = security.getUser();
        if (user.isPasswordGenerated() && configurations.current().cluster().enabled()) {
            log.warn(
                    "several instances, but no spring.security.user.password: the others cannot ask this one, nor it them");
        }
        String contextPath = Objects.requireNonNullElse(server.getServlet().getContextPath(), "");
        return new PeerClient(
                new PeerAccess(
                        user.getName(), new Secret(user.getPassword()), trust(server.getSsl(), bundles), contextPath),
                codec);
    }

    /** The others' certificates are checked with what this one's own server trusts. */
    private static @Nullable SSLContext trust(@Nullable Ssl ssl, SslBundles bundles) {
        return Ssl.isEnabled(ssl) ? WebServerSslBundle.get(ssl, bundles).createSslContext() : null;
    }

    @Bean
    static BeanFactoryPostProcessor discoveryPostponement() {
        return new DiscoveryPostponement();
    }

    @Bean
    DiscoveredPeers discoveredPeers(
            ObjectProvider<DiscoveryClient> clients, @Value("${spring.application.name}") String service) {
        return new DiscoveredPeers(clients::getIfAvailable, service);
    }

    /** Everybody who wants the bridges of all instances gets them from here. */
    @Bean
    @Primary
    PeerViews peerViews(
            LocalNode self,
            ConfigurationService configurations,
            DiscoveredPeers discovered,
            PeerClient client,
            LongSupplier nanoTime) {
        return new PeerViews(self, () -> configurations.current().cluster(), discovered, client, nanoTime);
    }
}
