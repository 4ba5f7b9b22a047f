package dev.mqttdq.ingress;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.store.AppendListener;
import dev.mqttdq.store.PartitionQueue;
import dev.mqttdq.store.StorageException;
import org.springframework.integration.channel.AbstractMessageChannel;
import org.springframework.messaging.Message;

/**
 * A partition as a message channel: what is sent is appended to the queue on disk. Sending does not wait; the
 * {@link Receipt} that a message carries is told when it is durable.
 */
public final class PartitionChannel extends AbstractMessageChannel {

    private final Intake intake;

    /** Stores all that is sent. */
    public PartitionChannel(PartitionQueue queue) {
        this((message, listener) -> {
            queue.append(message, listener);
            return true;
        });
    }

    public PartitionChannel(Intake intake) {
        this.intake = intake;
    }

    @Override
    protected boolean doSend(Message<?> message, long timeout) {
        Receipt receipt = (Receipt) message.getHeaders().get(Receipt.HEADER);
        if (receipt == null) {
            throw new IllegalArgumentException("a message without a receipt cannot be acknowledged");
        }
        boolean taken = intake.take((BridgeMessage) message.getPayload(), new AppendListener() {
            @Override
            public void stored() {
                receipt.stored();
            }

            @Override
            public void failed(StorageException reason) {
                receipt.refused(reason);
            }
        });
        if (!taken) {
            receipt.unwanted();
        }
        return true;
    }
}
