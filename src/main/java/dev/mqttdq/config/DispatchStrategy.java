package dev.mqttdq.config;

/** Which of the subscribers that have room gets the next message of a message queue. */
public enum DispatchStrategy {
    /** Any. */
    RANDOM,
    /** One after another. */
    ROUND_ROBIN,
    /** The one with the fewest unacknowledged messages of this queue. */
    LEAST_INFLIGHT
}
