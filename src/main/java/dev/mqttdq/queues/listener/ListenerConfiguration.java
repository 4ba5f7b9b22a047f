package dev.mqttdq.queues.listener;

import dev.mqttdq.config.ConfigurationService;
import dev.mqttdq.queues.QueueSubscriptions;
import dev.mqttdq.queues.QueueSwitch;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.LongSupplier;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;

/** Wires the listener. */
@Configuration(proxyBeanMethods = false)
class ListenerConfiguration {

    @Bean
    QueueListener queueListener(
            QueueSubscriptions subscriptions,
            QueueSwitch queues,
            ConfigurationService configurations,
            SslBundles bundles,
            MeterRegistry meters,
            LongSupplier nanoTime) {
        QueueListener listener = new QueueListener(
                subscriptions,
                () -> configurations.current().queues().listener(),
                queues::isOn,
                new ListenerEnvironment(
                        bundles, PasswordEncoderFactories.createDelegatingPasswordEncoder(), meters, nanoTime));
        configurations.addListener((before, after, diff) -> listener.refresh());
        queues.whenChanged(listener::refresh);
        return listener;
    }
}
