package dev.mqttdq.api;

import dev.mqttdq.config.ConfigurationService;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ConfigurationStatesConfiguration {

    @Bean
    ConfigurationStates configurationStates(ConfigurationService service) {
        return service::state;
    }
}
