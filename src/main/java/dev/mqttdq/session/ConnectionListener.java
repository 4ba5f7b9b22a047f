package dev.mqttdq.session;

/** Told what happens on a connection, on threads of the client: it must only hand over. */
interface ConnectionListener {

    /** The broker accepted; at most once. */
    void connected(Connack connack);

    /** The broker did not accept, or the connection ended; at most once, and nothing after it. */
    void lost(RemoteException reason);

    /** A message came in. */
    void arrived(InboundPublish publish);
}
