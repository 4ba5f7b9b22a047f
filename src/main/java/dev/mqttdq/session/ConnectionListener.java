package dev.mqttdq.session;

import dev.mqttdq.message.Qos;

/** Told what happens on a connection, on threads of the client: it must only hand over. */
interface ConnectionListener {

    /** The broker accepted; at most once. */
    void connected(Connack connack);

    /** The broker did not accept, or the connection ended; at most once, and nothing after it. */
    void lost(RemoteException reason);

    /** A message came in. */
    void arrived(InboundPublish publish);

    /** A message came in that the client cannot read; it was not handed on, and wants an acknowledgement like any other. */
    void unreadable(int packetId, Qos qos, String topic);
}
