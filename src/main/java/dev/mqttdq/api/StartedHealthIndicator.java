package dev.mqttdq.api;

import dev.mqttdq.bridge.BridgeSnapshot;
import dev.mqttdq.bridge.BridgeSnapshots;
import dev.mqttdq.queues.MessageQueues;
import dev.mqttdq.queues.QueueSwitch;
import dev.mqttdq.queues.QueueView;
import dev.mqttdq.queues.listener.QueueListener;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * Out of service until every enabled bridge and every message queue has once opened its store, or failed to, and tried its
 * local connection, and the queues' listener has tried its port. From then on up: what is rebuilt or in trouble makes the
 * service no less ready.
 */
@Component("startedHealthIndicator")
final class StartedHealthIndicator implements HealthIndicator {

    private final BridgeSnapshots bridges;
    private final MessageQueues queues;
    private final QueueSwitch queueSwitch;
    private final QueueListener listener;
    private volatile boolean started;

    StartedHealthIndicator(
            BridgeSnapshots bridges, MessageQueues queues, QueueSwitch queueSwitch, QueueListener listener) {
        this.bridges = bridges;
        this.queues = queues;
        this.queueSwitch = queueSwitch;
        this.listener = listener;
    }

    @Override
    public Health health() {
        if (!started) {
            started = haveBridgesBegun() && haveQueuesBegun() && listener.hasBegun();
        }
        return started ? Health.up().build() : Health.outOfService().build();
    }

    private boolean haveBridgesBegun() {
        return bridges.bridges().stream().filter(BridgeSnapshot::enabled).allMatch(bridge -> begun(bridge));
    }

    private boolean haveQueuesBegun() {
        return !queueSwitch.isOn()
                || !queues.areOpening()
                        && queues.queues().stream()
                                .map(QueueView::stats)
                                .allMatch(queue -> queue.localConnected() || queue.problem() != null);
    }

    private static boolean begun(BridgeSnapshot bridge) {
        boolean localTried = bridge.local().connected() || bridge.local().problem() != null;
        return localTried && bridge.buffers().stream().allMatch(buffer -> buffer.running() || buffer.problem() != null);
    }
}
