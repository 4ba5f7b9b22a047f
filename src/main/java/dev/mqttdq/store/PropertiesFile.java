package dev.mqttdq.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** Small notes on disk, each replaced as a whole: after a crash there is the old one or the new one. */
public final class PropertiesFile {

    private PropertiesFile() {}

    /** What the file holds; nothing where there is none. */
    public static Properties read(Path file) throws IOException {
        Properties properties = new Properties();
        if (Files.exists(file)) {
            try (InputStream in = Files.newInputStream(file)) {
                properties.load(in);
            }
        }
        return properties;
    }

    /** Replaces the file, making its directory where it is missing. */
    public static void write(Path file, Properties properties) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        properties.store(bytes, null);
        Files.createDirectories(file.toAbsolutePath().getParent());
        WholeFile.replace(file, Medium.DISK, ByteBuffer.wrap(bytes.toByteArray()), true);
    }
}
