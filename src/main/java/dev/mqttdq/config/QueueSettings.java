package dev.mqttdq.config;

import java.nio.file.Path;

/**
 * Where and how a bridge keeps its messages.
 *
 * @param baseDir resolved against the data directory; a partition lies in {@code <baseDir>/<bridge>/<index>}
 * @param segBytes largest segment file, in bytes
 * @param maxTotalBytes most bytes of one partition on disk
 */
public record QueueSettings(Path baseDir, long segBytes, long maxTotalBytes, Sync sync) {

    /** When a message counts as stored. */
    public enum Sync {
        /** When it was forced to the device (group commit). */
        ALWAYS,
        /** When it was handed to the operating system; a power failure may lose the last seconds. */
        OS
    }
}
