package dev.mqttdq.drain;

import java.util.List;
import java.util.function.LongSupplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires the drain. */
@Configuration(proxyBeanMethods = false)
class DrainConfiguration {

    @Bean
    ScaleDown drainOperations(List<Drainable> parts, LongSupplier nanoTime) {
        return new ScaleDown(parts, nanoTime);
    }
}
