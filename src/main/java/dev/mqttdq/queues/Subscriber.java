package dev.mqttdq.queues;

/**
 * One subscription of a connected client, as a queue sees it. Called on the queue's loop; must not block. May be called
 * once or twice more after {@link Attachment#end}, and then refuses.
 */
public interface Subscriber {

    /** The client's id, for logs. */
    String clientId();

    /**
     * Takes a message and sends it, or tells why not. Who had no room calls {@link Attachment#ready} once there is some again.
     */
    Answer offer(Delivery delivery);

    /** What became of a message that was offered. */
    enum Answer {
        /** It is on its way. */
        SENT,
        /** The client's Receive Maximum is reached over all its subscriptions, or its socket takes no more just now. */
        NO_ROOM,
        /** The client reads no packet of that size, and must not be sent it (MQTT 5.0 section 3.1.2.11.4). */
        TOO_LARGE
    }
}
