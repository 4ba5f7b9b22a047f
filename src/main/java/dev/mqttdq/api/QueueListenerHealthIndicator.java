package dev.mqttdq.api;

import dev.mqttdq.queues.listener.QueueListener;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * Whether consumers can connect, as details. Always up: what keeps the listener from its port or certificate, no restart of
 * this process would cure, and messages are stored all the same.
 */
@Component("queueListenerHealthIndicator")
final class QueueListenerHealthIndicator implements HealthIndicator {

    private final QueueListener listener;

    QueueListenerHealthIndicator(QueueListener listener) {
        this.listener = listener;
    }

    @Override
    public Health health() {
        Health.Builder health = Health.up();
        listener.port().ifPresent(port -> health.withDetail("port", port));
        listener.problem().ifPresent(problem -> health.withDetail("problem", problem));
        return health.build();
    }
}
