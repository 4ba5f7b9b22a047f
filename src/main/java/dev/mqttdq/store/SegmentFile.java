package dev.mqttdq.store;

import java.nio.file.Path;

/**
 * A segment by its name.
 *
 * @param firstOffset the first offset that it may hold
 * @param coversTo where it took the place of others: the offset behind theirs; {@code firstOffset} for any other
 */
record SegmentFile(Path path, long firstOffset, long coversTo) {

    /** Whether it holds what was left of others, and so may have gaps. */
    boolean isRewritten() {
        return coversTo > firstOffset;
    }
}
