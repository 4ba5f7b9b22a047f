package dev.mqttdq.message;

/**
 * One application message as the local broker delivered it.
 *
 * @param topic the topic name it was published to, never a filter
 * @param payload may be empty; not copied: whoever passes it on must not write to it
 * @param arrivedAtMillis wall clock time of arrival, in milliseconds since the epoch
 */
public record BridgeMessage(
        String topic, byte[] payload, Qos qos, boolean retain, long arrivedAtMillis, MessageProperties properties) {

    /** Rough size in memory, in bytes; used to bound what is held outside the disk. */
    public int weight() {
        long weight = 128L + payload.length + 2L * topic.length() + properties.weight();
        return (int) Math.min(weight, Integer.MAX_VALUE);
    }
}
