package dev.mqttdq.config;

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
}
