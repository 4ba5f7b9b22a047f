package dev.mqttdq.queues;

import dev.mqttdq.ingress.IngressAdapter;
import dev.mqttdq.ingress.IngressState;
import dev.mqttdq.ingress.LocalSessions;
import dev.mqttdq.ingress.LocalSubscription;
import dev.mqttdq.session.HandOver;
import dev.mqttdq.session.SessionRuntime;
import java.time.Duration;
import org.springframework.integration.dsl.context.IntegrationFlowContext.IntegrationFlowRegistration;

/**
 * The session at the local broker that fills one queue. It is the queue's own, so that a queue whose disk is full holds back
 * no other.
 */
final class QueueIngress {

    // What one queue may hold in memory between the socket and the disk.
    private static final long HAND_OVER_BYTES = 4L << 20;

    private final IngressAdapter adapter;
    private final IntegrationFlowRegistration flow;

    QueueIngress(
            LocalSubscription subscription,
            LocalSessions sessions,
            SessionRuntime runtime,
            QueueFlows flows,
            QueueIntake intake) {
        adapter = new IngressAdapter(subscription, sessions, runtime, new HandOver(HAND_OVER_BYTES), intake);
        flow = flows.inbound(intake.queue(), adapter, intake);
    }

    void start() {
        flow.start();
    }

    IngressState state() {
        return adapter.state();
    }

    /** Takes no more than the local broker holds for this session, and has it forget the session; also before the start. */
    void leave() {
        adapter.leave();
    }

    /** Takes no more and waits, at most so long, until what came in is stored and acknowledged. */
    void drain(Duration limit) throws InterruptedException {
        adapter.drain(limit);
    }

    /** Disconnects; the session stays at the broker. */
    void stop() {
        flow.destroy();
    }
}
