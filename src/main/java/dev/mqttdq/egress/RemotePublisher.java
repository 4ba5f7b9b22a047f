package dev.mqttdq.egress;

import org.jspecify.annotations.Nullable;
import org.springframework.integration.handler.AbstractReplyProducingMessageHandler;
import org.springframework.messaging.Message;

/**
 * The end of a bridge's outbound flow: begins the delivery that a message carries. Its outcome comes later, through the
 * delivery's answer, so this neither waits nor replies.
 */
public final class RemotePublisher extends AbstractReplyProducingMessageHandler {

    @Override
    protected @Nullable Object handleRequestMessage(Message<?> message) {
        Delivery delivery = (Delivery) message.getPayload();
        delivery.connection().publish(delivery.publish(), delivery);
        return null;
    }
}
