package dev.mqttdq.session;

/** Told once what became of a PUBLISH, on a thread of the client: it must only hand over. */
public interface PublishListener {

    /** QoS 0: written; QoS 1: PUBACK; QoS 2: PUBCOMP; with reason code 0 or 16. */
    void published();

    /** It may or may not have arrived. */
    void failed(RemoteException reason);
}
