package dev.mqttdq.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Small files that are replaced as a whole: after a crash there is the old one or the new one. */
final class WholeFile {

    private WholeFile() {}

    /**
     * Gives a file other content, by way of a {@code .new} one beside it.
     *
     * @param sync whether to force the content to the device first, without which a power failure may leave neither
     */
    static void replace(Path file, Medium medium, ByteBuffer content, boolean sync) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try (FileChannel channel = medium.create(fresh)) {
            while (content.hasRemaining()) {
                channel.write(content);
            }
            if (sync) {
                channel.force(true);
            }
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
