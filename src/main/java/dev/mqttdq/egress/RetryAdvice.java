package dev.mqttdq.egress;

import dev.mqttdq.session.RemoteException;
import dev.mqttdq.session.RemoteException.Reason;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.springframework.integration.handler.advice.AbstractRequestHandlerAdvice;
import org.springframework.messaging.Message;

/**
 * Judges each attempt of the outbound flow when its answer comes. Unlike Spring Integration's own retry advice it neither
 * waits for the answer nor tries again itself, which would block the thread or break the order of a topic: the
 * {@link Verdict} goes to the connector, which has both in hand.
 */
public final class RetryAdvice extends AbstractRequestHandlerAdvice {

    @Override
    protected @Nullable Object doInvoke(ExecutionCallback callback, Object target, Message<?> message) {
        Delivery delivery = (Delivery) message.getPayload();
        try {
            callback.execute();
        } catch (RuntimeException e) {
            delivery.failed(new RemoteException(Reason.OTHER, "could not be sent: " + e.getMessage(), e));
        }
        delivery.answer()
                .whenComplete((done, failure) -> delivery.connector().judged(delivery, judge(delivery, failure)));
        return null;
    }

    private static Verdict judge(Delivery delivery, @Nullable Throwable failure) {
        if (failure == null) {
            return new Verdict.Published();
        }
        Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        RemoteException reason =
                cause instanceof RemoteException known ? known : new RemoteException(Reason.OTHER, "failed", cause);
        return delivery.connector().retryRule().afterFailure(delivery.attempt(), reason);
    }
}
