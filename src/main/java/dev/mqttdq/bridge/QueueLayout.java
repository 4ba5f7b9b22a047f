package dev.mqttdq.bridge;

import dev.mqttdq.store.PropertiesFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which directories the partitions of one bridge lie in.
 *
 * <pre>
 * &lt;base_dir&gt;/&lt;bridge&gt;/layout.properties      partitions = n, generation = g
 *                     /0 … /n-1               the present partitions
 *                     /surplus-&lt;g&gt;-&lt;i&gt;        partition i of an earlier generation g
 * </pre>
 *
 * <p>When {@code buffer_pool_size} changes, a topic may belong to another partition than its queued messages. So the old
 * partitions are set aside as a generation of their own, new messages go to new ones, and whoever publishes empties the
 * generations one after the other. That keeps the order of each topic, and survives a crash at any step: the layout file
 * is written last, and until then the same step is done again.
 *
 * <p>Not thread-safe; no partition may be open while {@link #prepare} runs.
 */
final class QueueLayout {

    private static final String FILE = "layout.properties";
    private static final Pattern PRESENT = Pattern.compile("\\d{1,9}");
    private static final Pattern SURPLUS = Pattern.compile("surplus-(\\d{1,9})-(\\d{1,9})");

    private final Path directory;

    /** @param directory of the bridge */
    QueueLayout(Path directory) {
        this.directory = directory;
    }

    /** Where partition {@code index} of the present generation lies. */
    Path partition(int index) {
        return directory.resolve(Integer.toString(index));
    }

    /** Makes the present generation one of so many partitions. */
    void prepare(int partitions) {
        try {
            Files.createDirectories(directory);
            Properties layout = PropertiesFile.read(directory.resolve(FILE));
            int generation = Integer.parseInt(layout.getProperty("generation", "1"));
            if (Integer.toString(partitions).equals(layout.getProperty("partitions"))) {
                return;
            }
            if (setAside(generation)) {
                generation++;
            }
            write(partitions, generation);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot lay out " + directory, e);
        }
    }

    private boolean setAside(int generation) throws IOException {
        List<Path> present = children(PRESENT);
        for (Path partition : present) {
            Path target = directory.resolve("surplus-" + generation + "-" + partition.getFileName());
            Files.move(partition, target, StandardCopyOption.ATOMIC_MOVE);
        }
        return !present.isEmpty();
    }

    /** The partitions of earlier generations, the oldest first, each by index. */
    List<List<Path>> surplus() {
        try {
            TreeMap<Integer, List<Path>> byGeneration = children(SURPLUS).stream()
                    .sorted(Comparator.comparingInt(path -> number(path, 2)))
                    .collect(Collectors.groupingBy(path -> number(path, 1), TreeMap::new, Collectors.toList()));
            return List.copyOf(byGeneration.values());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + directory, e);
        }
    }

    /** All directories of present partitions, for as many as there are to be. */
    List<Path> present(int partitions) {
        return IntStream.range(0, partitions).mapToObj(this::partition).toList();
    }

    private static int number(Path path, int group) {
        Matcher matcher = SURPLUS.matcher(path.getFileName().toString());
        if (!matcher.matches()) {
            throw new IllegalStateException("no surplus partition: " + path);
        }
        return Integer.parseInt(matcher.group(group));
    }

    private List<Path> children(Pattern names) throws IOException {
        try (Stream<Path> children = Files.list(directory)) {
            return children.filter(Files::isDirectory)
                    .filter(child ->
                            names.matcher(child.getFileName().toString()).matches())
                    .toList();
        }
    }

    private void write(int partitions, int generation) throws IOException {
        Properties layout = new Properties();
        layout.setProperty("partitions", Integer.toString(partitions));
        layout.setProperty("generation", Integer.toString(generation));
        PropertiesFile.write(directory.resolve(FILE), layout);
    }
}
