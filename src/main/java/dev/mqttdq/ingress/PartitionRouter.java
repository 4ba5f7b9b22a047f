package dev.mqttdq.ingress;

import dev.mqttdq.message.TopicHash;
import java.util.Collection;
import java.util.List;
import org.springframework.integration.mqtt.support.MqttHeaders;
import org.springframework.integration.router.AbstractMessageRouter;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageChannel;

/** Sends each message to the partition of its topic. */
public final class PartitionRouter extends AbstractMessageRouter {

    private final List<PartitionChannel> partitions;

    /** @param partitions by index */
    public PartitionRouter(List<PartitionChannel> partitions) {
        this.partitions = List.copyOf(partitions);
    }

    @Override
    protected Collection<MessageChannel> determineTargetChannels(Message<?> message) {
        String topic = String.valueOf(message.getHeaders().get(MqttHeaders.RECEIVED_TOPIC));
        return List.of(partitions.get(TopicHash.partition(topic, partitions.size())));
    }
}
