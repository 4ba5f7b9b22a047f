package dev.mqttdq.queues;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;

/** A client without a connection: it takes everything and, unless told otherwise, acknowledges it. Thread-safe. */
final class QueueClient implements Subscriber, AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final List<Delivery> received = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Attachment> attachment = new CompletableFuture<>();
    private volatile boolean silent;

    QueueClient(QueueSubscriptions subscriptions, String topic) {
        attachment.complete(subscriptions.subscribe(QueueTopic.parse(topic).orElseThrow(), true, this));
    }

    /** From now on it answers nothing. */
    QueueClient silent() {
        silent = true;
        return this;
    }

    @Override
    public String clientId() {
        return "client";
    }

    @Override
    public Answer offer(Delivery delivery) {
        received.add(delivery);
        if (!silent) {
            attachment.thenAccept(attached -> attached.acknowledged(delivery.offset()));
        }
        return Answer.SENT;
    }

    /** The first words of the payloads, in order of arrival: the publisher's numbers. */
    List<String> numbers() {
        return received.stream()
                .map(delivery -> new String(delivery.message().payload(), StandardCharsets.UTF_8).split(" ", 2)[0])
                .toList();
    }

    /** Waits for so many messages. */
    List<String> await(int messages) {
        Awaitility.await(messages + " messages").atMost(PATIENCE).until(() -> received.size() >= messages);
        return numbers();
    }

    @Override
    public void close() {
        attachment.join().end();
    }
}
