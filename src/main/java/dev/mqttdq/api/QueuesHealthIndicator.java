package dev.mqttdq.api;

import dev.mqttdq.config.MessageQueueSettings;
import dev.mqttdq.queues.MessageQueues;
import dev.mqttdq.queues.QueueStats;
import dev.mqttdq.queues.QueueView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * How each message queue does, as details. Always up: one queue in trouble concerns no other, and no restart of this process
 * would cure it.
 */
@Component("queuesHealthIndicator")
final class QueuesHealthIndicator implements HealthIndicator {

    private static final int WARN_PERCENT = 50;

    private final MessageQueues queues;

    QueuesHealthIndicator(MessageQueues queues) {
        this.queues = queues;
    }

    @Override
    public Health health() {
        Health.Builder health = Health.up();
        List<String> warnings = new ArrayList<>(queues.problems());
        for (QueueView queue : queues.queues()) {
            health.withDetail(queue.definition().name(), details(queue.stats()));
            warnOfLimits(queue, warnings);
        }
        if (!warnings.isEmpty()) {
            health.withDetail("warnings", warnings);
        }
        return health.build();
    }

    private static Map<String, Object> details(QueueStats stats) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("messages", stats.messages());
        details.put("local_connected", stats.localConnected());
        if (stats.problem() != null) {
            details.put("problem", stats.problem());
        }
        return details;
    }

    private static void warnOfLimits(QueueView queue, List<String> warnings) {
        MessageQueueSettings settings = queue.definition().settings();
        warn(queue, "limits.max_message_count", queue.stats().messages(), settings.maxMessages(), warnings);
        warn(queue, "limits.max_message_bytes", queue.stats().bytes(), settings.maxMessageBytes(), warnings);
    }

    private static void warn(QueueView queue, String limit, long used, long allowed, List<String> warnings) {
        long percent = (long) (used * 100.0 / allowed);
        if (percent >= WARN_PERCENT) {
            warnings.add(
                    "Queue %s holds %d %% of %s".formatted(queue.definition().name(), percent, limit));
        }
    }
}
