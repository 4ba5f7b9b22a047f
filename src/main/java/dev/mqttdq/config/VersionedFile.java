package dev.mqttdq.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A file that is replaced at once: whoever reads it, even after a power failure, finds the old content or the new one.
 * The last {@value #KEPT} versions stay beside it as {@code <name>.<number>.bak}, the highest number being the latest.
 */
public final class VersionedFile {

    static final int KEPT = 10;

    private static final String CONFIG_MAP_DATA = "..data";

    private final Path path;

    public VersionedFile(Path path) {
        this.path = path;
    }

    /** Why the file cannot be replaced and where to change it instead; empty where it can. */
    Optional<String> obstacle() {
        if (Files.exists(path.resolveSibling(CONFIG_MAP_DATA), LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of(path + " is mounted from a ConfigMap or Secret: change it there");
        }
        if ((Files.exists(path) && !Files.isWritable(path)) || !Files.isWritable(directory(path))) {
            return Optional.of(path + " is not writable for this service: change it where it comes from");
        }
        return Optional.empty();
    }

    /** Replaces the content; when this fails, the old one stands. The directory must be there. */
    public void replace(String text) throws IOException {
        Path target = Files.isSymbolicLink(path) ? path.toRealPath() : path;
        Path next = Files.createTempFile(directory(target), "." + target.getFileName(), ".tmp");
        try {
            write(next, text);
            if (Files.exists(target)) {
                copyPermissions(target, next);
                keepVersion(target);
            }
            Files.move(next, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(next);
        }
        force(directory(target));
    }

    private static void write(Path file, String text) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    private static void force(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static void copyPermissions(Path from, Path to) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(from, PosixFileAttributeView.class);
        if (view != null) {
            Files.setPosixFilePermissions(to, view.readAttributes().permissions());
        }
    }

    private static void keepVersion(Path target) throws IOException {
        List<Version> versions = versions(target);
        int number = versions.isEmpty() ? 1 : versions.get(versions.size() - 1).number() + 1;
        Files.copy(
                target,
                target.resolveSibling(target.getFileName() + "." + number + ".bak"),
                StandardCopyOption.COPY_ATTRIBUTES);
        for (Version old : versions.subList(0, Math.max(0, versions.size() - KEPT + 1))) {
            Files.delete(old.path());
        }
    }

    private static List<Version> versions(Path target) throws IOException {
        Pattern name = Pattern.compile(Pattern.quote(String.valueOf(target.getFileName())) + "\\.(\\d{1,9})\\.bak");
        List<Version> versions = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory(target))) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Matcher matcher = name.matcher(String.valueOf(file.getFileName()));
                if (matcher.matches()) {
                    versions.add(new Version(Integer.parseInt(matcher.group(1)), file));
                }
            }
        }
        versions.sort(Comparator.comparingInt(Version::number));
        return versions;
    }

    private static Path directory(Path file) {
        Path directory = file.toAbsolutePath().getParent();
        return directory == null ? file : directory;
    }

    private record Version(int number, Path path) {}
}
