package dev.mqttdq.queues;

/**
 * One subscription of a connected client, as a queue sees it. Called on the queue's loop; must not block. May be called
 * once or twice more after {@link Attachment#end}, and then refuses.
 */
public interface Subscriber {

    /** The client's id, for logs. */
    String clientId();

    /**
     * Takes a message and sends it, or refuses because the client has no room just now: its Receive Maximum is reached over
     * all its subscriptions, or its socket takes no more. Who refused calls {@link Attachment#ready} once there is room again.
     */
    boolean offer(Delivery delivery);
}
