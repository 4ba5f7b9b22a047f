package dev.mqttdq.queues;

/** Where subscriptions of clients and queues find each other. Any thread may ask; nothing here blocks. */
public interface QueueSubscriptions {

    /**
     * Attaches a subscription: at once where the queue exists and has the filter that the topic names, else as soon as that
     * is so. Messages may arrive before this returns.
     *
     * @param mayCreate whether the client may make the queue if it is missing: it names a filter, and may also subscribe to
     *     that filter by the rules. A queue is made only where auto-create is on.
     */
    Attachment subscribe(QueueTopic topic, boolean mayCreate, Subscriber subscriber);
}
