package dev.mqttdq.message;

import java.util.Optional;

/** The Message Expiry Interval of a stored message (MQTT 5.0 section 3.3.2.3.3). */
public final class Expiry {

    private static final int MILLIS = 1000;

    private Expiry() {}

    /**
     * The message with what is left of its interval; empty where that has run out.
     *
     * @param nowMillis wall clock, in milliseconds since the epoch
     */
    public static Optional<BridgeMessage> reduced(BridgeMessage message, long nowMillis) {
        Long interval = message.properties().messageExpiry();
        if (interval == null) {
            return Optional.of(message);
        }
        long left = interval - Math.max(0, nowMillis - message.arrivedAtMillis()) / MILLIS;
        return left <= 0
                ? Optional.empty()
                : Optional.of(new BridgeMessage(
                        message.topic(),
                        message.payload(),
                        message.qos(),
                        message.retain(),
                        message.arrivedAtMillis(),
                        message.properties().withMessageExpiry(left)));
    }
}
