package dev.mqttdq.testkit;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What {@code /stats/{bridge}} says of a bridge.
 *
 * @param reason null where the status needs none
 */
public record BridgeStats(
        String status,
        @Nullable String reason,
        long enqueue,
        long dequeue,
        long publish,
        long drop,
        long buffered,
        long backlog,
        long inflight) {

    static BridgeStats of(JsonNode answer) {
        JsonNode bridge = answer.required("bridge");
        JsonNode reason = bridge.required("status_reason");
        return new BridgeStats(
                bridge.required("status").stringValue(),
                reason.isNull() ? null : reason.stringValue(),
                bridge.required("enqueue").longValue(),
                bridge.required("dequeue").longValue(),
                bridge.required("publish").longValue(),
                bridge.required("drop").longValue(),
                bridge.required("buffered").longValue(),
                bridge.required("backlog").longValue(),
                bridge.required("inflight").longValue());
    }

    /** Messages on disk without a recorded end, wherever else they are. */
    public long queued() {
        return buffered + backlog + inflight;
    }

    /** Nothing is queued, and {@code enqueue = dequeue = publish + drop}. */
    public boolean isClosed() {
        return queued() == 0 && enqueue == dequeue && dequeue == publish + drop;
    }
}
