package dev.mqttdq.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueueLayoutTest {

    @TempDir
    Path directory;

    @Test
    void theSameNumberOfPartitionsKeepsThemWhereTheyAre() throws IOException {
        prepareWithContent(4);

        layout().prepare(4);

        assertThat(layout().surplus()).isEmpty();
        assertThat(content(layout().partition(3))).isEqualTo("3 of 4");
    }

    @Test
    void anotherNumberOfPartitionsSetsTheOldOnesAside() throws IOException {
        prepareWithContent(3);

        layout().prepare(2);

        assertThat(layout().surplus()).hasSize(1);
        assertThat(contents(layout().surplus().get(0))).containsExactly("0 of 3", "1 of 3", "2 of 3");
        assertThat(layout().partition(0)).doesNotExist();
    }

    @Test
    void generationsComeOutTheOldestFirst() throws IOException {
        prepareWithContent(12);
        prepareWithContent(2);

        layout().prepare(3);

        assertThat(layout().surplus()).hasSize(2);
        assertThat(contents(layout().surplus().get(0)))
                .startsWith("0 of 12", "1 of 12", "2 of 12")
                .endsWith("11 of 12");
        assertThat(contents(layout().surplus().get(1))).containsExactly("0 of 2", "1 of 2");
    }

    @Test
    void aChangeThatWasInterruptedIsFinishedAsOneGeneration() throws IOException {
        prepareWithContent(3);
        Files.move(layout().partition(1), directory.resolve("surplus-1-1"));

        layout().prepare(2);

        assertThat(layout().surplus()).hasSize(1);
        assertThat(contents(layout().surplus().get(0))).containsExactly("0 of 3", "1 of 3", "2 of 3");
    }

    @Test
    void partitionsOfAnUnknownNumberAreSetAside() throws IOException {
        Files.createDirectories(directory.resolve("0"));

        layout().prepare(1);

        assertThat(layout().surplus()).containsExactly(List.of(directory.resolve("surplus-1-0")));
    }

    private QueueLayout layout() {
        return new QueueLayout(directory);
    }

    private void prepareWithContent(int partitions) throws IOException {
        layout().prepare(partitions);
        for (Path partition : layout().present(partitions)) {
            Files.createDirectories(partition);
            Files.writeString(partition.resolve("content"), partition.getFileName() + " of " + partitions);
        }
    }

    private static List<String> contents(List<Path> partitions) {
        return partitions.stream().map(QueueLayoutTest::content).toList();
    }

    private static String content(Path partition) {
        try {
            return Files.readString(partition.resolve("content"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
