package dev.mqttdq.testkit;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What the REST API says of a queue's {@code stats}.
 *
 * @param problem null where there is none
 */
public record QueueCounts(
        long messages,
        long bytes,
        long subscribers,
        long silent,
        long inflight,
        long enqueued,
        long delivered,
        long acked,
        long rejected,
        long replaced,
        long expired,
        long dropped,
        boolean localConnected,
        @Nullable String problem) {

    static QueueCounts of(JsonNode queue) {
        JsonNode stats = queue.required("stats");
        return new QueueCounts(
                stats.required("messages").longValue(),
                stats.required("bytes").longValue(),
                stats.required("subscribers").longValue(),
                stats.required("silent").longValue(),
                stats.required("inflight").longValue(),
                stats.required("enqueued").longValue(),
                stats.required("delivered").longValue(),
                stats.required("acked").longValue(),
                stats.required("rejected").longValue(),
                stats.required("replaced").longValue(),
                stats.required("expired").longValue(),
                stats.required("dropped").longValue(),
                stats.required("local_connected").booleanValue(),
                stats.path("problem").asString(null));
    }
}
