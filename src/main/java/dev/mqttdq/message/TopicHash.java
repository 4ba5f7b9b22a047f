package dev.mqttdq.message;

/**
 * Which partition a topic belongs to. The result is part of the stored layout: it is the same in every version, on every
 * machine.
 *
 * <p>{@code h = } {@link String#hashCode()} (whose formula the Java platform fixes), mixed by the finalizer of
 * MurmurHash3 so that topics differing in one digit spread; then {@code floorMod(h, partitions)}.
 */
public final class TopicHash {

    private TopicHash() {}

    /** A number in {@code [0, partitions)}; {@code partitions} is at least 1. */
    public static int partition(String topic, int partitions) {
        int h = topic.hashCode();
        h ^= h >>> 16;
        h *= 0x85ebca6b;
        h ^= h >>> 13;
        h *= 0xc2b2ae35;
        h ^= h >>> 16;
        return Math.floorMod(h, partitions);
    }
}
