package dev.mqttdq.session;

import dev.mqttdq.message.Qos;

/** Told what becomes of a {@link SupervisedSession}. All but {@link #arrived} run on its loop. */
public interface SessionListener {

    /** A new connection is there; it holds until {@link #disconnected}. */
    void connected(MqttConnection connection, Connack connack);

    /**
     * There is no connection: an attempt failed, or the one there was ended.
     *
     * @param wasConnected whether {@link #connected} was called before
     */
    void disconnected(RemoteException reason, boolean wasConnected);

    /**
     * A message came in on a connection, in the order of the broker; called on the client's thread, which must only hand
     * over. May come before {@link #connected} was called for the connection, and after it has ended.
     */
    default void arrived(MqttConnection connection, InboundPublish publish) {
        throw new IllegalStateException("nothing was subscribed to");
    }

    /**
     * A message came in that cannot be read, since its topic or properties hold characters that the client refuses; to be
     * acknowledged all the same, or it comes for ever. Otherwise as {@link #arrived}.
     */
    default void unreadable(MqttConnection connection, int packetId, Qos qos, String topic) {
        throw new IllegalStateException("nothing was subscribed to");
    }
}
