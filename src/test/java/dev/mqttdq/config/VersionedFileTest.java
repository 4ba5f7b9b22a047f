package dev.mqttdq.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionedFileTest {

    @TempDir
    Path directory;

    @Test
    void keepsTheLastTenVersionsAndThePermissions() throws Exception {
        Path path = Files.writeString(directory.resolve("c.conf"), "0");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r-----"));

        for (int i = 1; i <= 12; i++) {
            new VersionedFile(path).replace(Integer.toString(i));
        }

        assertThat(path).content().isEqualTo("12");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-r-----");
        assertThat(names())
                .containsExactlyInAnyOrder(
                        "c.conf",
                        "c.conf.3.bak",
                        "c.conf.4.bak",
                        "c.conf.5.bak",
                        "c.conf.6.bak",
                        "c.conf.7.bak",
                        "c.conf.8.bak",
                        "c.conf.9.bak",
                        "c.conf.10.bak",
                        "c.conf.11.bak",
                        "c.conf.12.bak");
        assertThat(directory.resolve("c.conf.12.bak")).content().isEqualTo("11");
    }

    @Test
    void writesThroughASymbolicLink() throws Exception {
        Path real = Files.createDirectory(directory.resolve("real")).resolve("r.conf");
        Files.writeString(real, "old");
        Path link = Files.createSymbolicLink(directory.resolve("c.conf"), real);

        new VersionedFile(link).replace("new");

        assertThat(link).isSymbolicLink().content().isEqualTo("new");
        assertThat(real).isRegularFile().content().isEqualTo("new");
    }

    @Test
    void aNewFileIsForItsOwnerOnly() throws Exception {
        Path path = directory.resolve("c.conf");

        new VersionedFile(path).replace("new");

        assertThat(path).content().isEqualTo("new");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
    }

    @Test
    void namesWhatStandsInTheWay() throws Exception {
        Files.createDirectory(directory.resolve("..2026"));
        Files.writeString(directory.resolve("..2026/c.conf"), "");
        Files.createSymbolicLink(directory.resolve("..data"), Path.of("..2026"));
        Path mounted = Files.createSymbolicLink(directory.resolve("c.conf"), Path.of("..data/c.conf"));

        assertThat(new VersionedFile(mounted).obstacle())
                .hasValueSatisfying(obstacle -> assertThat(obstacle).contains("ConfigMap"));
        assertThat(new VersionedFile(directory.resolve("real/none.conf")).obstacle())
                .isPresent();
    }

    private List<String> names() throws Exception {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
