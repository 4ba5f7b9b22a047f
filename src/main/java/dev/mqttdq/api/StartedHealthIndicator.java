package dev.mqttdq.api;

import dev.mqttdq.bridge.BridgeSnapshot;
import dev.mqttdq.bridge.BridgeSnapshots;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * Out of service until every enabled bridge has once opened its partitions, or failed to, and tried its local connection.
 * From then on up: a bridge that is rebuilt or in trouble makes the service no less ready.
 */
@Component("startedHealthIndicator")
final class StartedHealthIndicator implements HealthIndicator {

    private final BridgeSnapshots snapshots;
    private volatile boolean started;

    StartedHealthIndicator(BridgeSnapshots snapshots) {
        this.snapshots = snapshots;
    }

    @Override
    public Health health() {
        if (!started) {
            started =
                    snapshots.bridges().stream().filter(BridgeSnapshot::enabled).allMatch(bridge -> begun(bridge));
        }
        return started ? Health.up().build() : Health.outOfService().build();
    }

    private static boolean begun(BridgeSnapshot bridge) {
        boolean localTried = bridge.local().connected() || bridge.local().problem() != null;
        return localTried && bridge.buffers().stream().allMatch(buffer -> buffer.running() || buffer.problem() != null);
    }
}
