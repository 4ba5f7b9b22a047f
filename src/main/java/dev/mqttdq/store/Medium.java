package dev.mqttdq.store;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What files are written through: the seam at which tests fill a disk or break it. */
interface Medium {

    /** The file system below. */
    Medium DISK = new Medium() {};

    /** The largest reserve. */
    long RESERVE_BYTES = 16L * 1024 * 1024;

    /** The file system of MVStore to name before a path, with its colon. */
    default String scheme() {
        return "file:";
    }

    /** An empty file to write to, in the place of any other of that name. */
    default FileChannel create(Path file) throws IOException {
        return FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
    }

    /** Bytes that can still be written to the disk of a directory. */
    default long usableBytes(Path directory) {
        return directory.toFile().getUsableSpace();
    }

    /**
     * Bytes left for the record of what has ended, and for others, when storing stops: 16 MB, at most a 32nd of the disk,
     * and none where its size is not known.
     */
    default long reserveBytes(Path directory) {
        File disk = directory.toFile();
        return Math.min(RESERVE_BYTES, disk.getTotalSpace() / 32);
    }
}
