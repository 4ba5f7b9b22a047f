package dev.mqttdq.cluster;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.cloud.client.discovery.DiscoveryClient;

/**
 * Keeps the discovery client for Kubernetes from asking the API while the service starts, which would end the start where
 * the API refuses. It is made when peers are first looked for, and that is tried again each time.
 */
final class DiscoveryPostponement implements BeanFactoryPostProcessor {

    private static final String KUBERNETES = "org.springframework.cloud.kubernetes.fabric8.discovery.";

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory factory) {
        for (String name : factory.getBeanDefinitionNames()) {
            BeanDefinition definition = factory.getBeanDefinition(name);
            if (String.valueOf(definition.getFactoryBeanName()).startsWith(KUBERNETES)) {
                definition.setLazyInit(true);
            }
        }
        // Those made of others.
        for (String name : factory.getBeanNamesForType(DiscoveryClient.class, true, false)) {
            factory.getBeanDefinition(name).setLazyInit(true);
        }
    }
}
