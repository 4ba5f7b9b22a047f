package dev.mqttdq.message;

/** Quality of service of a PUBLISH (MQTT 5.0 section 4.3); the ordinal is the value on the wire. */
public enum Qos {
    AT_MOST_ONCE,
    AT_LEAST_ONCE,
    EXACTLY_ONCE;

    private static final Qos[] VALUES = values();

    /**
     * The QoS of a value on the wire.
     *
     * @throws IllegalArgumentException for anything but 0, 1 and 2
     */
    public static Qos of(int value) {
        if (value < 0 || value >= VALUES.length) {
            throw new IllegalArgumentException("QoS must be 0, 1 or 2, not " + value);
        }
        return VALUES[value];
    }

    /** The value on the wire. */
    public int value() {
        return ordinal();
    }

    /** The lower of the two. */
    public Qos atMost(Qos limit) {
        return compareTo(limit) <= 0 ? this : limit;
    }
}
