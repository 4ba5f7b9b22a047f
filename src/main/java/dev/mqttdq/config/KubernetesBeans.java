package dev.mqttdq.config;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnCloudPlatform;
import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.cloud.context.refresh.ContextRefresher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

/** What this package needs in a cluster only. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnCloudPlatform(CloudPlatform.KUBERNETES)
class KubernetesBeans {

    @Bean
    static BeanFactoryPostProcessor kubernetesWatchPostponement() {
        return KubernetesWatch.postponement();
    }

    @Bean
    KubernetesWatch kubernetesWatch(
            ListableBeanFactory beans, ConfigurableEnvironment environment, ContextRefresher refresher) {
        return new KubernetesWatch(beans, environment, refresher);
    }
}
