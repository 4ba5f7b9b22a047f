package dev.mqttdq.api;

import dev.mqttdq.config.MessageQueuesSettings.Listener;
import dev.mqttdq.config.MessageQueuesSettings.Switch;
import dev.mqttdq.queues.listener.ListenerEnvironment;
import dev.mqttdq.queues.listener.QueueListener;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;

/** The real listener, which lets nobody in. */
final class Listeners {

    private Listeners() {}

    /** Not started yet. */
    static QueueListener listener(Switch enabled, int port, MeterRegistry meters) {
        return new QueueListener(
                (topic, mayCreate, subscriber) -> {
                    throw new IllegalStateException("nobody subscribes here");
                },
                () -> new Listener(enabled, port, false, null, Map.of(), List.of()),
                () -> true,
                new ListenerEnvironment(
                        new DefaultSslBundleRegistry(),
                        PasswordEncoderFactories.createDelegatingPasswordEncoder(),
                        meters,
                        System::nanoTime));
    }
}
