package dev.mqttdq.store;

import dev.mqttdq.message.BridgeMessage;
import org.jspecify.annotations.Nullable;

/**
 * A message that is to become a record.
 *
 * @param key what a later message must bear to replace it; null for none
 */
record NewRecord(BridgeMessage message, @Nullable String key) {

    /** The most bytes that its body can take. */
    long bound() {
        return RecordCodec.bound(message, key);
    }
}
