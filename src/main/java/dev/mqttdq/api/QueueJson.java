package dev.mqttdq.api;

import dev.mqttdq.config.EffectiveQueues;
import dev.mqttdq.config.MessageQueueSettings;
import dev.mqttdq.config.MessageQueuesSettings;
import dev.mqttdq.queues.QueueStats;
import dev.mqttdq.queues.QueueView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A queue as JSON: its settings as they are given back, and how it is doing. */
final class QueueJson {

    private QueueJson() {}

    static Map<String, Object> of(QueueView queue, MessageQueuesSettings configured) {
        MessageQueueSettings settings = queue.definition().settings();
        Map<String, Object> tree = EffectiveQueues.of(settings);
        tree.put("declared", queue.definition().declared());
        tree.put("stats", of(queue.stats()));
        List<String> warnings = configured.warnings(settings);
        if (!warnings.isEmpty()) {
            tree.put("warnings", warnings);
        }
        return tree;
    }

    private static Map<String, Object> of(QueueStats stats) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("messages", stats.messages());
        tree.put("bytes", stats.bytes());
        tree.put("bytes_on_disk", stats.bytesOnDisk());
        tree.put("oldest_age_ms", stats.oldestAgeMillis());
        tree.put("subscribers", stats.subscribers());
        tree.put("silent", stats.silent());
        tree.put("inflight", stats.inflight());
        tree.put("enqueued", stats.enqueued());
        tree.put("delivered", stats.delivered());
        tree.put("acked", stats.acked());
        tree.put("rejected", stats.rejected());
        tree.put("replaced", stats.replaced());
        tree.put("expired", stats.expired());
        tree.put("dropped", stats.dropped());
        tree.put("local_connected", stats.localConnected());
        if (stats.problem() != null) {
            tree.put("problem", stats.problem());
        }
        return tree;
    }
}
