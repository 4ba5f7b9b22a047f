package dev.mqttdq.queues;

import dev.mqttdq.ingress.IngressAdapter;
import dev.mqttdq.ingress.Intake;
import dev.mqttdq.ingress.PartitionChannel;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.dsl.context.IntegrationFlowContext;
import org.springframework.integration.dsl.context.IntegrationFlowContext.IntegrationFlowRegistration;

/**
 * Registers the Spring Integration flow of each queue, so that {@code /actuator/integrationgraph} shows what runs. Ids carry
 * a generation, since an id whose registration once failed can never be used again.
 */
final class QueueFlows {

    private final IntegrationFlowContext context;
    private final AtomicLong generations = new AtomicLong();

    QueueFlows(IntegrationFlowContext context) {
        this.context = context;
    }

    /** Adapter → the queue's channel; not started yet. */
    IntegrationFlowRegistration inbound(String queue, IngressAdapter adapter, Intake intake) {
        String id = "queue-" + queue + "-in-" + generations.incrementAndGet();
        PartitionChannel channel = new PartitionChannel(intake);
        adapter.setOutputChannel(channel);
        return context.registration(IntegrationFlow.from(adapter).get())
                .id(id)
                .autoStartup(false)
                .addBean(id + "-store", channel)
                .register();
    }
}
