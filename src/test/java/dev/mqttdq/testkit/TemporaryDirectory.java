package dev.mqttdq.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.util.FileSystemUtils;

/** A directory that is gone after {@link #close}. */
final class TemporaryDirectory implements AutoCloseable {

    private final Path path;

    TemporaryDirectory(String prefix) {
        try {
            path = Files.createTempDirectory(prefix);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path path() {
        return path;
    }

    Path resolve(String name) {
        return path.resolve(name);
    }

    Path write(String name, String content) {
        try {
            return Files.writeString(path.resolve(name), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path createDirectory(String name) {
        try {
            return Files.createDirectories(path.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            FileSystemUtils.deleteRecursively(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
