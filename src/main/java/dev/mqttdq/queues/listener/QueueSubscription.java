package dev.mqttdq.queues.listener;

import dev.mqttdq.queues.Attachment;
import dev.mqttdq.queues.Delivery;
import dev.mqttdq.queues.QueueSubscriptions;
import dev.mqttdq.queues.QueueTopic;
import dev.mqttdq.queues.Subscriber;
import org.jspecify.annotations.Nullable;

/**
 * One subscription of a client. Messages are offered on the queue's loop; everything else happens on the event loop of the
 * client's connection, so the attachment is there by the time it is needed.
 */
final class QueueSubscription implements Subscriber {

    private final DeliveryWindow window;
    private final QueueTopic topic;
    private volatile Options options;
    private volatile boolean ended;
    private @Nullable Attachment attachment;

    QueueSubscription(DeliveryWindow window, QueueTopic topic, Options options) {
        this.window = window;
        this.topic = topic;
        this.options = options;
    }

    /**
     * What the client may change by subscribing again.
     *
     * @param identifier the Subscription Identifier; 0: none
     * @param retainAsPublished whether the retain flag is delivered as it was published
     */
    record Options(int identifier, boolean retainAsPublished) {}

    void attach(QueueSubscriptions subscriptions, boolean mayCreate) {
        attachment = subscriptions.subscribe(topic, mayCreate, this);
    }

    QueueTopic topic() {
        return topic;
    }

    Options options() {
        return options;
    }

    /** For what is sent from now on. */
    void change(Options changed) {
        options = changed;
    }

    @Override
    public String clientId() {
        return window.client().clientId();
    }

    @Override
    public Answer offer(Delivery delivery) {
        return ended ? Answer.NO_ROOM : window.send(this, delivery);
    }

    void acknowledged(long offset) {
        attached().acknowledged(offset);
    }

    void rejected(long offset) {
        attached().rejected(offset);
    }

    void ready() {
        attached().ready();
    }

    void end() {
        ended = true;
        if (attachment != null) {
            attachment.end();
        }
    }

    private Attachment attached() {
        if (attachment == null) {
            throw new IllegalStateException("not attached to " + topic.topic());
        }
        return attachment;
    }
}
