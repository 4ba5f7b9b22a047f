package dev.mqttdq.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * The file that {@code mqtt-dq.config-file} names.
 *
 * @param path absolute; may be a symbolic link
 */
public record ConfigFile(Path path) {

    /** What a service without a file has in its place. */
    static final Content NO_CONTENT = new Content("", "");

    /** Enough that no edit goes unnoticed by chance. */
    private static final int FINGERPRINT_BYTES = 8;

    private static final String KEY = SpringSettings.PREFIX + ".config-file";

    /**
     * What a file holds, read at once.
     *
     * @param name the file's name, whose ending tells the format
     */
    public record Content(String name, String text) {}

    /** The file's last name. */
    public String name() {
        return String.valueOf(path.getFileName());
    }

    /**
     * Reads the whole file.
     *
     * @throws InvalidConfigurationException if there is none, or none that can be read as UTF-8
     */
    public Content read() {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path));
            String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
            return new Content(name(), text.startsWith("\uFEFF") ? text.substring(1) : text);
        } catch (NoSuchFileException e) {
            throw refusal("must name a file that exists");
        } catch (CharacterCodingException e) {
            throw refusal("must name a file in UTF-8");
        } catch (IOException e) {
            throw refusal("must name a file that can be read");
        }
    }

    /** A short word that differs whenever the content does, and tells nothing of it; the file may be missing. */
    String fingerprint() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(path));
            return HexFormat.of().formatHex(hash, 0, FINGERPRINT_BYTES);
        } catch (IOException e) {
            return e.getClass().getSimpleName();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private InvalidConfigurationException refusal(String allowed) {
        return new InvalidConfigurationException(List.of(new Problem(KEY, path.toString(), allowed)));
    }
}
