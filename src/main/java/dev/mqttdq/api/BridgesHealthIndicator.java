package dev.mqttdq.api;

import dev.mqttdq.cluster.BufferRow;
import dev.mqttdq.cluster.LocalNode;
import dev.mqttdq.cluster.MergedBridge;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * How each bridge does, as details. Always up: a remote or a disk in trouble is what the queue is for, and no restart of
 * this process would cure it.
 */
@Component("bridgesHealthIndicator")
final class BridgesHealthIndicator implements HealthIndicator {

    private static final int WARN_PERCENT = 50;

    private final LocalNode node;

    BridgesHealthIndicator(LocalNode node) {
        this.node = node;
    }

    @Override
    public Health health() {
        Health.Builder health = Health.up();
        List<String> warnings = new ArrayList<>();
        for (MergedBridge bridge : node.current().bridges()) {
            health.withDetail(bridge.name(), details(bridge));
            bridge.buffers().stream()
                    .filter(row -> percentUsed(row) >= WARN_PERCENT)
                    .map(row -> "Partition %d of bridge %s holds %d %% of queue.max_total_bytes"
                            .formatted(row.index(), bridge.name(), percentUsed(row)))
                    .forEach(warnings::add);
        }
        if (!warnings.isEmpty()) {
            health.withDetail("warnings", warnings);
        }
        return health.build();
    }

    private static Map<String, Object> details(MergedBridge bridge) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("status", bridge.status().label());
        if (bridge.statusReason() != null) {
            details.put("status_reason", bridge.statusReason());
        }
        details.put("buffered", bridge.buffered());
        return details;
    }

    private static long percentUsed(BufferRow row) {
        return row.maxTotalBytes() == 0 ? 0 : row.bytesOnDisk() * 100 / row.maxTotalBytes();
    }
}
