package dev.mqttdq.cluster;

import dev.mqttdq.config.ConfigurationService;
import io.fabric8.kubernetes.client.KubernetesClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Who knows whether this instance goes away. */
@Configuration(proxyBeanMethods = false)
class MembershipConfiguration {

    @Bean
    Membership membership(
            ObjectProvider<KubernetesClient> kubernetes, Environment environment, ConfigurationService configurations) {
        KubernetesClient client = CloudPlatform.KUBERNETES.isActive(environment) ? kubernetes.getIfAvailable() : null;
        if (client == null) {
            return () -> Membership.Outlook.stays("not in Kubernetes: only its operator knows whether it goes away");
        }
        String pod =
                environment.getProperty("HOSTNAME", configurations.current().nodeName());
        return new StatefulSetMembership(client, pod);
    }
}
