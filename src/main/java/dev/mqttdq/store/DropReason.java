package dev.mqttdq.store;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Why a queued message was given up: by a bridge, by a message queue, or by either. */
public enum DropReason {
    /** The partition was over {@code max_total_bytes} and this was its oldest message. */
    OVERFLOW(Place.BRIDGE),
    /** Its Message Expiry Interval ran out while it was queued. */
    EXPIRED(Place.BOTH),
    /** {@code max_publish_retries} attempts failed. */
    RETRIES_EXHAUSTED(Place.BRIDGE),
    /** It is larger than the remote's Maximum Packet Size. */
    PACKET_TOO_LARGE(Place.BRIDGE),
    /** Its remote topic is no valid topic name. */
    INVALID_TOPIC(Place.BRIDGE),
    /** It is larger than a partition takes, and was refused. */
    TOO_LARGE(Place.BOTH),
    /** It was in a file that could not be read. */
    CORRUPT(Place.BOTH),
    /** It was forwarded {@code max_hops} times before: it came back in a loop. */
    LOOP(Place.BRIDGE),
    /** Its bridge was disabled, and its queue deleted. */
    PURGED(Place.BRIDGE),
    /** Its bridge uses another directory now; it is still on disk, in the orphaned queue. */
    ORPHANED(Place.BRIDGE),
    /** A newer message with the same key was stored before this one was sent. */
    REPLACED(Place.QUEUE),
    /** It is older than the queue's retention period. */
    RETENTION(Place.QUEUE),
    /** The queue holds more messages or bytes than its limits, and this was the oldest that was not sent. */
    LIMIT(Place.QUEUE),
    /** It was rejected {@code max_deliveries} times. */
    MAX_DELIVERIES(Place.QUEUE),
    /** Its key could not be computed, and it was not stored. */
    KEY_FAILED(Place.QUEUE),
    /** Its queue was deleted. */
    DELETED(Place.QUEUE);

    private enum Place {
        BRIDGE,
        QUEUE,
        BOTH
    }

    private static final Set<DropReason> OF_BRIDGES = except(Place.QUEUE);
    private static final Set<DropReason> OF_QUEUES = except(Place.BRIDGE);

    private final Place place;

    DropReason(Place place) {
        this.place = place;
    }

    /** Those that a bridge can have, in order. */
    public static Set<DropReason> ofBridges() {
        return OF_BRIDGES;
    }

    /** Those that a message queue can have, in order. */
    public static Set<DropReason> ofQueues() {
        return OF_QUEUES;
    }

    /** The name in metrics and JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static Set<DropReason> except(Place other) {
        Set<DropReason> reasons = EnumSet.allOf(DropReason.class);
        reasons.removeIf(reason -> reason.place == other);
        return Collections.unmodifiableSet(reasons);
    }
}
