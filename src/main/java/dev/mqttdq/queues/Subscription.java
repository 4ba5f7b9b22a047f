package dev.mqttdq.queues;

import org.jspecify.annotations.Nullable;

/** A client's subscription, attached to a queue or waiting for one. */
final class Subscription implements Attachment {

    private final Subscriptions subscriptions;
    private final QueueTopic topic;
    private final Subscriber subscriber;
    private volatile @Nullable Place place;
    private int attachments;

    private record Place(MessageQueue queue, Consumer consumer) {}

    Subscription(Subscriptions subscriptions, QueueTopic topic, Subscriber subscriber) {
        this.subscriptions = subscriptions;
        this.topic = topic;
        this.subscriber = subscriber;
    }

    QueueTopic topic() {
        return topic;
    }

    /** Under the lock of {@link Subscriptions}. */
    void attach(MessageQueue queue) {
        Consumer consumer = new Consumer(subscriber, attachments++);
        // Before the first message may come, and be answered.
        place = new Place(queue, consumer);
        queue.attach(consumer);
    }

    /** Under the lock of {@link Subscriptions}. */
    void detach() {
        Place left = place;
        place = null;
        if (left != null) {
            left.queue().detach(left.consumer());
        }
    }

    @Override
    public void acknowledged(long offset) {
        Place now = place;
        if (now != null) {
            now.queue().acknowledged(now.consumer(), offset);
        }
    }

    @Override
    public void rejected(long offset) {
        Place now = place;
        if (now != null) {
            now.queue().rejected(now.consumer(), offset);
        }
    }

    @Override
    public void ready() {
        Place now = place;
        if (now != null) {
            now.queue().ready(now.consumer());
        }
    }

    @Override
    public void end() {
        subscriptions.remove(this);
    }
}
