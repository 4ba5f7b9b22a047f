package dev.mqttdq.api;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.mqttdq.bridge.OrphanQueue;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** A queue on disk that belongs to no configured bridge. */
@JsonNaming(SnakeCaseStrategy.class)
@JsonPropertyOrder({"bridge", "directory", "disk_bytes"})
record OrphanJson(String bridge, String directory, long diskBytes) {

    static OrphanJson of(OrphanQueue orphan) {
        return new OrphanJson(orphan.bridge(), orphan.directory().toString(), orphan.bytesOnDisk());
    }
}
