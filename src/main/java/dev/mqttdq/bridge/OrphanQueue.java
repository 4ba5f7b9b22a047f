package dev.mqttdq.bridge;

import java.nio.file.Path;

/**
 * The queue of a bridge that was removed or has moved to another directory.
 *
 * @param bridge the name it had
 * @param directory of the whole bridge, absolute
 * @param bytesOnDisk bytes of all files in it
 */
public record OrphanQueue(String bridge, Path directory, long bytesOnDisk) {}
