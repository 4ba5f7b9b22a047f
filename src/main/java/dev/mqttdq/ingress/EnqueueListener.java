package dev.mqttdq.ingress;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.store.StorageException;
import java.time.Duration;

/** Told what became of messages on their way to the disk, on the partitions' threads: it must not block. */
public interface EnqueueListener {

    /** One is stored, so long after it arrived. */
    void stored(Duration latency);

    /** One has been forwarded too often before and is not stored; it is acknowledged. */
    void looped(BridgeMessage message);

    /** One cannot be read, for its topic or properties hold what no client may send; it is acknowledged. */
    void unreadable(String topic);

    /** One can never be stored; it is acknowledged all the same, since the broker would send it for ever. */
    void refused(BridgeMessage message, StorageException reason);
}
