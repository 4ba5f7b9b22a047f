package dev.mqttdq.queues;

/**
 * What ties a subscription to its queue, from SUBSCRIBE to its end. It stays while the queue does not exist yet, is deleted
 * and made again. All methods may be called from any thread, do not block, and do nothing after {@link #end}.
 */
public interface Attachment {

    /** The client has consumed the message: PUBACK with reason code 0 or 16. Ignored where it is not the client's any more. */
    void acknowledged(long offset);

    /** The client does not take the message: PUBACK with any other code. It is offered to another subscriber. */
    void rejected(long offset);

    /** There is room again after {@link Subscriber#offer} found none. */
    void ready();

    /** Unsubscribed or gone: what is not acknowledged goes to others at once. */
    void end();
}
