package dev.mqttdq.store;

import dev.mqttdq.store.StorageException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps a directory to one queue: against other processes by a lock of the operating system, inside this one by the table
 * of locks that the Java runtime keeps. Unreliable on network file systems without locks.
 */
final class DirectoryLock implements AutoCloseable {

    static final String FILE = "lock";

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the directory, which is made where it is missing.
     *
     * @throws StorageException of kind LOCKED where somebody else has it
     */
    static DirectoryLock acquire(Path directory) {
        Path file = directory.resolve(FILE);
        try {
            Files.createDirectories(directory);
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!tryLock(channel)) {
                channel.close();
                throw new StorageException(
                        Kind.LOCKED, "the queue directory " + directory + " is in use by another process or queue");
            }
            return new DirectoryLock(channel);
        } catch (IOException e) {
            throw StorageFailures.of("cannot lock", file, e);
        }
    }

    // The lock lives as long as the channel, which close() closes.
    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
