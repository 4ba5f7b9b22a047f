package dev.mqttdq.bridge;

import dev.mqttdq.egress.RemotePublisher;
import dev.mqttdq.egress.RetryAdvice;
import dev.mqttdq.ingress.IngressAdapter;
import dev.mqttdq.ingress.PartitionChannel;
import dev.mqttdq.ingress.PartitionRouter;
import dev.mqttdq.store.PartitionQueue;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.integration.channel.DirectChannel;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.dsl.context.IntegrationFlowContext;
import org.springframework.integration.dsl.context.IntegrationFlowContext.IntegrationFlowRegistration;
import org.springframework.integration.dsl.context.IntegrationFlowContext.IntegrationFlowRegistrationBuilder;

/**
 * Registers the two Spring Integration flows of each bridge, so that {@code /actuator/integrationgraph} shows what runs.
 * Their ids carry a generation, since an id whose registration once failed can never be used again.
 */
final class BridgeFlows {

    private final IntegrationFlowContext context;
    private final AtomicLong generations = new AtomicLong();

    BridgeFlows(IntegrationFlowContext context) {
        this.context = context;
    }

    /** Adapter → router → one channel for each partition; started with the adapter. */
    Registered inbound(String bridge, IngressAdapter adapter, List<PartitionQueue> partitions) {
        String id = bridge + "-in-" + generations.incrementAndGet();
        List<PartitionChannel> channels =
                partitions.stream().map(PartitionChannel::new).toList();
        IntegrationFlow flow = IntegrationFlow.from(adapter)
                .route(new PartitionRouter(channels))
                .get();
        IntegrationFlowRegistrationBuilder registration =
                context.registration(flow).id(id).autoStartup(false);
        for (int i = 0; i < channels.size(); i++) {
            registration.addBean(id + "-partition-" + i, channels.get(i));
        }
        return new Registered(registration.register());
    }

    /** Channel → remote publisher under the retry advice. */
    Registered outbound(String bridge, DirectChannel channel) {
        String id = bridge + "-out-" + generations.incrementAndGet();
        IntegrationFlow flow = IntegrationFlow.from(channel)
                .handle(new RemotePublisher(), endpoint -> endpoint.advice(new RetryAdvice()))
                .get();
        return new Registered(context.registration(flow)
                .id(id)
                .addBean(id + "-channel", channel)
                .register());
    }

    /** A flow that can be started and taken out again. */
    record Registered(IntegrationFlowRegistration registration) {

        void start() {
            registration.start();
        }

        void remove() {
            registration.destroy();
        }
    }
}
