package dev.mqttdq.config;

import java.time.Clock;
import java.util.concurrent.Executors;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

/** Makes this package's objects from the running service's environment. */
@Configuration(proxyBeanMethods = false)
class ConfigurationBeans {

    @Bean
    ConfigurationLoader configurationLoader(ConfigurableEnvironment environment, ConfigFileParser parser) {
        return new ConfigurationLoader(environment, parser, System::getenv);
    }

    @Bean
    ConfigurationService configurationService(ConfigurationLoader loader) {
        return new ConfigurationService(
                loader,
                Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "configuration")),
                Clock.systemUTC());
    }

    @Bean
    ConfigurationWriter configurationWriter(
            ConfigurationLoader loader, ConfigFileParser parser, ConfigurationService service) {
        return new ConfigurationWriter(loader, parser, service);
    }

    /** The actuator's refresh and Spring Cloud's watches of ConfigMaps end in this event. */
    @Bean
    RefreshListener configurationRefreshListener(ConfigurationService service) {
        return new RefreshListener(service);
    }

    record RefreshListener(ConfigurationService service) implements ApplicationListener<EnvironmentChangeEvent> {

        @Override
        public void onApplicationEvent(EnvironmentChangeEvent event) {
            service.requestReload();
        }
    }
}
