package dev.mqttdq.ingress;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.store.AppendListener;

/** Where an inbound flow leaves its messages. Any thread may call; does not wait. */
@FunctionalInterface
public interface Intake {

    /**
     * Takes a message, of which the listener learns when it is on disk; or returns false, and says nothing to the listener,
     * where the message is not wanted. Then it is acknowledged and forgotten.
     */
    boolean take(BridgeMessage message, AppendListener listener);
}
