package dev.mqttdq.cluster;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * Takes an answer up to a limit; beyond it, or where the answer's head is refused already, gives it up and with it the
 * connection. Called by one thread at a time.
 */
final class AnswerBody implements BodySubscriber<byte[]> {

    private final int limit;
    private final @Nullable PeerException refusal;
    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private @Nullable Subscription subscription;

    private AnswerBody(int limit, @Nullable PeerException refusal) {
        this.limit = limit;
        this.refusal = refusal;
    }

    static AnswerBody upTo(int bytes) {
        return new AnswerBody(bytes, null);
    }

    static AnswerBody refused(PeerException reason) {
        return new AnswerBody(0, reason);
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        this.subscription = subscription;
        if (refusal == null) {
            subscription.request(Long.MAX_VALUE);
        } else {
            giveUp(refusal);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        if (body.isDone()) {
            return;
        }
        for (ByteBuffer part : parts) {
            if (taken.size() + part.remaining() > limit) {
                giveUp(new PeerException("answered more than " + limit + " bytes: is it another service?"));
                return;
            }
            byte[] bytes = new byte[part.remaining()];
            part.get(bytes);
            taken.writeBytes(bytes);
        }
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(taken.toByteArray());
    }

    private void giveUp(PeerException reason) {
        body.completeExceptionally(reason);
        Subscription begun = subscription;
        if (begun != null) {
            begun.cancel();
        }
    }
}
