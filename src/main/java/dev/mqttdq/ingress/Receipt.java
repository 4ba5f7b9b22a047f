package dev.mqttdq.ingress;

import dev.mqttdq.store.StorageException;

/**
 * What is owed for one message on its way to the disk; travels with it through the inbound flow. Exactly one of its
 * methods is called, once, by whoever stored the message or did not.
 */
interface Receipt {

    /** The header of the flow's messages that holds it. */
    String HEADER = "mqttdq_receipt";

    void stored();

    /** The message is not to be stored. */
    void unwanted();

    void refused(StorageException reason);
}
