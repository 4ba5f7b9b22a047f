package dev.mqttdq.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Some queues: {@code GET /queues}. */
@JsonPropertyOrder({"data", "meta"})
record QueuePageJson(List<Map<String, Object>> data, MetaJson meta) {

    /**
     * Where they stand among all.
     *
     * @param cursor asks for those that follow
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonPropertyOrder({"hasnext", "cursor"})
    record MetaJson(boolean hasnext, @Nullable String cursor) {}
}
