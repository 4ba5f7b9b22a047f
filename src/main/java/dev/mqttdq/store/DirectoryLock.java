package dev.mqttdq.store;

import dev.mqttdq.store.StorageException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * Keeps a directory to one queue: against other processes by a lock of the operating system, inside this one by a set of
 * the directories in use. The set comes first, because closing a second channel to a file gives up the lock that the process
 * has on it through another. Unreliable on network file systems without locks.
 */
final class DirectoryLock implements AutoCloseable {

    static final String FILE = "lock";

    private final Path directory;
    private final Set<Path> inUse;
    private final FileChannel channel;

    private DirectoryLock(Path directory, Set<Path> inUse, FileChannel channel) {
        this.directory = directory;
        this.inUse = inUse;
        this.channel = channel;
    }

    /**
     * Takes the directory, which is made where it is missing.
     *
     * @param inUse the directories that this process has; thread-safe
     * @throws StorageException of kind LOCKED where somebody else has it
     */
    static DirectoryLock acquire(Path directory, Set<Path> inUse) {
        Path file = directory.resolve(FILE);
        try {
            Path real = Files.createDirectories(directory).toRealPath();
            if (!inUse.add(real)) {
                throw refusal(directory);
            }
            try {
                return new DirectoryLock(real, inUse, lock(directory, file));
            } catch (IOException | RuntimeException e) {
                inUse.remove(real);
                throw e;
            }
        } catch (IOException e) {
            throw StorageFailures.of("cannot lock", file, e);
        }
    }

    // The lock lives as long as the channel, which close() closes.
    private static FileChannel lock(Path directory, Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        boolean locked = false;
        try {
            FileLock lock = channel.tryLock();
            locked = lock != null;
        } catch (OverlappingFileLockException e) {
            throw refusal(directory);
        } finally {
            if (!locked) {
                channel.close();
            }
        }
        if (!locked) {
            throw refusal(directory);
        }
        return channel;
    }

    private static StorageException refusal(Path directory) {
        return new StorageException(
                Kind.LOCKED, "the queue directory " + directory + " is in use by another process or queue");
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            inUse.remove(directory);
        }
    }
}
