package dev.mqttdq.cluster;

import dev.mqttdq.bridge.BridgeSnapshot.BufferSnapshot;
import dev.mqttdq.bridge.BufferState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One partition of a bridge over all nodes.
 *
 * @param buffered messages on disk, not yet handed to a connector
 * @param maxTotalBytes most bytes it may have on disk, of all nodes together
 * @param oldestAgeMillis how long its oldest message has waited; 0 for none
 * @param problem what is wrong with it on some node; null for nothing
 */
public record BufferRow(
        int index,
        BufferState state,
        long buffered,
        long bytesOnDisk,
        long maxTotalBytes,
        long oldestAgeMillis,
        @Nullable String problem) {

    static BufferRow merge(int index, List<BufferSnapshot> nodes) {
        return new BufferRow(
                index,
                BufferState.merge(nodes.stream().map(BufferState::of).toList()),
                nodes.stream().mapToLong(BufferSnapshot::buffered).sum(),
                nodes.stream().mapToLong(BufferSnapshot::bytesOnDisk).sum(),
                nodes.stream().mapToLong(BufferSnapshot::maxTotalBytes).sum(),
                nodes.stream().mapToLong(BufferSnapshot::oldestAgeMillis).max().orElse(0),
                Conditions.first(nodes.stream().map(BufferSnapshot::problem)));
    }
}
