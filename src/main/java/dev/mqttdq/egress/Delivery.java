package dev.mqttdq.egress;

import dev.mqttdq.session.MqttConnection;
import dev.mqttdq.session.OutboundPublish;
import dev.mqttdq.session.PublishListener;
import dev.mqttdq.session.RemoteException;
import dev.mqttdq.store.StoredMessage;
import java.util.concurrent.CompletableFuture;

/**
 * One attempt to publish one message on one connection; the payload of the messages in the outbound flow.
 *
 * @param connector whose attempt it is
 * @param feed the partition it came from
 * @param attempt 1 for the first
 * @param sentAtNanos when the attempt began, on the loop's clock
 * @param answer completed once, on a thread of the client: normally when the remote took the message, else with a
 *     {@link RemoteException}
 */
record Delivery(
        Connector connector,
        PartitionFeed feed,
        StoredMessage stored,
        MqttConnection connection,
        OutboundPublish publish,
        int attempt,
        long sentAtNanos,
        CompletableFuture<Void> answer)
        implements PublishListener {

    @Override
    public void published() {
        answer.complete(null);
    }

    @Override
    public void failed(RemoteException reason) {
        answer.completeExceptionally(reason);
    }
}
