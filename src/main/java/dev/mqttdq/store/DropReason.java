package dev.mqttdq.store;

import java.util.Locale;

/** Why a queued message was given up. */
public enum DropReason {
    /** The partition was over {@code max_total_bytes} and this was its oldest message. */
    OVERFLOW,
    /** Its Message Expiry Interval ran out while it was queued. */
    EXPIRED,
    /** {@code max_publish_retries} attempts failed. */
    RETRIES_EXHAUSTED,
    /** It is larger than the remote's Maximum Packet Size. */
    PACKET_TOO_LARGE,
    /** Its remote topic is no valid topic name. */
    INVALID_TOPIC,
    /** It is larger than a partition takes, and was refused. */
    TOO_LARGE,
    /** It was in a file that could not be read. */
    CORRUPT,
    /** It was forwarded {@code max_hops} times before: it came back in a loop. */
    LOOP,
    /** Its bridge was disabled, and its queue deleted. */
    PURGED,
    /** Its bridge uses another directory now; it is still on disk, in the orphaned queue. */
    ORPHANED;

    /** The name in metrics and JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
