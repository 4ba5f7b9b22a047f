package dev.mqttdq.store;

import dev.mqttdq.store.StorageException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of a partition by name.
 *
 * <pre>
 * &lt;base_dir&gt;/&lt;bridge&gt;/&lt;index&gt;/
 *   lock                          held while the queue is open
 *   0000000000000000000.seg       {@link Segment}s, named by the first offset they may hold
 *   0000000000000000000-0000000000000034816.seg
 *                                 what is left of all segments of these offsets, in their place
 *   *.seg.rewriting               such a one before it takes their place
 *   settled                       {@link SettledStore}
 *   *.seg.salvaged                what a damaged segment still held, about to replace it
 *   *.corrupt-&lt;time&gt;              damaged files, kept for a person to look at
 * </pre>
 *
 * Files of other names are left alone. Not thread-safe; owned by the partition's thread.
 */
final class PartitionDirectory {

    private static final Pattern SEGMENT = Pattern.compile("([0-8]\\d{18})(?:-([0-8]\\d{18}))?\\.seg");
    private static final String REWRITING = ".rewriting";
    private static final String SALVAGED = ".salvaged";
    private static final String CORRUPT = ".corrupt-";

    private final Path directory;
    private final Medium medium;

    PartitionDirectory(Path directory, Medium medium) {
        this.directory = directory;
        this.medium = medium;
    }

    Path path() {
        return directory;
    }

    Medium medium() {
        return medium;
    }

    /** The file of the segment whose first record has this offset. */
    Path segment(long firstOffset) {
        return directory.resolve("%019d.seg".formatted(firstOffset));
    }

    /** The file of what is left of the segments of {@code [from, to)}. */
    Path segment(long from, long to) {
        return directory.resolve("%019d-%019d.seg".formatted(from, to));
    }

    /** Where the file of what is left is written to. */
    Path rewriting(long from, long to) {
        Path segment = segment(from, to);
        return segment.resolveSibling(segment.getFileName() + REWRITING);
    }

    /** Where the salvaged records of a damaged segment are written to. */
    Path salvaged(Path segment) {
        return segment.resolveSibling(segment.getFileName() + SALVAGED);
    }

    /**
     * All segments by the first offset they may hold; what a salvage or a rewriting that was cut short has left is put in
     * order before.
     */
    NavigableMap<Long, SegmentFile> segments() {
        finishSalvages();
        list(name -> name.endsWith(REWRITING)).forEach(PartitionDirectory::delete);
        NavigableMap<Long, SegmentFile> segments = new TreeMap<>();
        long coveredTo = 0;
        for (SegmentFile file : segmentFiles()) {
            if (file.firstOffset() < coveredTo) {
                delete(file.path());
            } else {
                segments.put(file.firstOffset(), file);
                coveredTo = file.coversTo();
            }
        }
        return segments;
    }

    private void finishSalvages() {
        for (Path left : list(name -> name.endsWith(SALVAGED))) {
            String name = left.getFileName().toString();
            Path segment = directory.resolve(name.substring(0, name.length() - SALVAGED.length()));
            if (Files.exists(segment)) {
                delete(left);
            } else {
                move(left, segment);
            }
        }
    }

    /** Each before those whose place it has taken: by first offset, and of the same one the widest first. */
    private List<SegmentFile> segmentFiles() {
        List<SegmentFile> files = new ArrayList<>();
        for (Path file : list(name -> SEGMENT.matcher(name).matches())) {
            Matcher name = SEGMENT.matcher(file.getFileName().toString());
            if (name.matches()) {
                long first = Long.parseLong(name.group(1));
                files.add(new SegmentFile(file, first, name.group(2) == null ? first : Long.parseLong(name.group(2))));
            }
        }
        files.sort(Comparator.comparingLong(SegmentFile::firstOffset)
                .thenComparing(Comparator.comparingLong(SegmentFile::coversTo).reversed()));
        return files;
    }

    /** Renames a damaged file, and puts the salvaged one in its place where there is one. */
    Path keepAside(Path damaged, long millis) {
        Path aside = damaged.resolveSibling(damaged.getFileName() + CORRUPT + millis);
        for (int i = 1; Files.exists(aside); i++) {
            aside = damaged.resolveSibling(damaged.getFileName() + CORRUPT + millis + "-" + i);
        }
        move(damaged, aside);
        finishSalvage(damaged);
        return aside;
    }

    /** Puts the salvaged file in the place of a segment that is gone, where there is one. */
    void finishSalvage(Path segment) {
        Path salvaged = salvaged(segment);
        if (Files.exists(salvaged)) {
            move(salvaged, segment);
        }
        sync();
    }

    /** Bytes of the files kept aside. */
    long asideBytes() {
        return list(name -> name.contains(CORRUPT)).stream()
                .mapToLong(PartitionDirectory::size)
                .sum();
    }

    /** Makes new, renamed and deleted files outlive a power failure. */
    void sync() {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            throw StorageFailures.of("cannot sync", directory, e);
        }
    }

    /**
     * Makes sure that there is room for so many bytes beside the reserve.
     *
     * @throws StorageException of kind FULL where there is not
     */
    void requireRoom(long bytes) {
        requireRoom(bytes, medium.reserveBytes(directory));
    }

    /**
     * The same for what frees more than it takes, which may use half of the reserve.
     *
     * @throws StorageException of kind FULL where there is not so much
     */
    void requireRoomToCompact(long bytes) {
        requireRoom(bytes, medium.reserveBytes(directory) / 2);
    }

    /** Bytes that {@link #requireRoomToCompact} allows. */
    long roomToCompact() {
        return medium.usableBytes(directory) - medium.reserveBytes(directory) / 2;
    }

    private void requireRoom(long bytes, long reserve) {
        long usable = medium.usableBytes(directory);
        if (usable - bytes < reserve) {
            throw new StorageException(
                    Kind.FULL,
                    "the disk of " + directory + " is full: " + usable + " bytes are left, of which " + reserve
                            + " are a reserve");
        }
    }

    static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw StorageFailures.of("cannot delete", file, e);
        }
    }

    /** Renames a file, in the place of any other of that name. */
    static void replace(Path file, Path target) {
        try {
            Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw StorageFailures.of("cannot rename", file, e);
        }
    }

    static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw StorageFailures.of("cannot measure", file, e);
        }
    }

    private static void move(Path from, Path to) {
        try {
            Files.move(from, to);
        } catch (IOException e) {
            throw StorageFailures.of("cannot rename", from, e);
        }
    }

    private List<Path> list(Predicate<String> wanted) {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(file -> wanted.test(file.getFileName().toString()))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            throw StorageFailures.of("cannot list", directory, e);
        }
    }
}
