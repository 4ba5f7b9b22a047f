package dev.mqttdq.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files that somebody may read while they are written: whoever does finds the old text or the new one, whole. */
public final class WholeFile {

    private WholeFile() {}

    /** Makes or replaces it. */
    public static Path write(Path file, String text) {
        try {
            Path written = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), text);
            return Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
