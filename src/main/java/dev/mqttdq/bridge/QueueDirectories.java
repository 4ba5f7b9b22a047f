package dev.mqttdq.bridge;

import dev.mqttdq.store.PropertiesFile;
import dev.mqttdq.store.StorageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/**
 * Every directory that a bridge of this instance has ever kept a queue in and that still exists, so that what a changed
 * configuration leaves behind is found again, wherever it was. Thread-safe.
 */
final class QueueDirectories {

    private final Path file;
    private Properties known;

    /** @param dataDir where the note is kept */
    QueueDirectories(Path dataDir) {
        file = dataDir.resolve("queue-directories.properties");
        try {
            known = PropertiesFile.read(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /**
     * Notes a directory, before it is first written to.
     *
     * @throws StorageException where the note cannot be written; to be tried again
     */
    synchronized void use(Path directory, String bridge) {
        if (!bridge.equals(known.getProperty(directory.toString()))) {
            Properties next = copy();
            next.setProperty(directory.toString(), bridge);
            save(next);
        }
    }

    /** What is there and not in use, by bridge and directory. */
    synchronized List<OrphanQueue> orphans(Collection<Path> inUse) {
        return known.stringPropertyNames().stream()
                .map(Path::of)
                .filter(directory -> !inUse.contains(directory) && Files.isDirectory(directory))
                .sorted()
                .map(directory -> new OrphanQueue(known.getProperty(directory.toString()), directory, bytes(directory)))
                .toList();
    }

    /**
     * Deletes a directory with all that is in it, if it is there.
     *
     * @throws StorageException where something of it stays; to be tried again
     */
    synchronized void delete(Path directory) {
        try {
            FileSystemUtils.deleteRecursively(directory);
        } catch (IOException e) {
            throw failure("cannot delete", directory, e);
        }
        Properties next = copy();
        if (next.remove(directory.toString()) != null) {
            save(next);
        }
    }

    private Properties copy() {
        Properties copy = new Properties();
        copy.putAll(known);
        return copy;
    }

    /** Disk first: what cannot be written is not known, so that it is tried again and stops nobody else. */
    private void save(Properties next) {
        try {
            PropertiesFile.write(file, next);
            known = next;
        } catch (IOException e) {
            throw failure("cannot write", file, e);
        }
    }

    private static StorageException failure(String what, Path path, IOException cause) {
        return new StorageException(StorageException.Kind.IO, what + " " + path + ": " + cause, cause);
    }

    private static long bytes(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(path -> path.toFile().length())
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + directory, e);
        }
    }
}
