package dev.mqttdq.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFileWatcherTest {

    @TempDir
    Path directory;

    @Test
    void asksForAReadWhenTwoLooksAreAlike() throws Exception {
        Path path = Files.writeString(directory.resolve("f"), "one");
        ConfigFile file = new ConfigFile(path);
        String read = file.fingerprint();
        ConfigFileWatcher watcher = new ConfigFileWatcher(file, () -> read);

        assertThat(watcher.look()).isFalse();
        Files.writeString(path, "tw");
        assertThat(watcher.look()).as("first look at half of it").isFalse();
        Files.writeString(path, "two");
        assertThat(watcher.look()).as("first look at all of it").isFalse();
        assertThat(watcher.look()).isTrue();
        Files.writeString(path, "one");
        assertThat(watcher.look()).isFalse();
        assertThat(watcher.look()).as("what was read already").isFalse();
        Files.delete(path);
        assertThat(watcher.look()).isFalse();
        assertThat(watcher.look()).as("gone").isTrue();
    }
}
