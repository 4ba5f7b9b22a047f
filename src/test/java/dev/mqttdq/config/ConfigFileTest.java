package dev.mqttdq.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFileTest {

    @TempDir
    Path directory;

    @Test
    void readsTextWithoutByteOrderMark() throws Exception {
        Path file = Files.writeString(directory.resolve("x.conf"), "\uFEFFbridges {}");

        assertThat(new ConfigFile(file).read()).isEqualTo(new ConfigFile.Content("x.conf", "bridges {}"));
    }

    @Test
    void refusesWhatIsNoFileOfText() throws Exception {
        Path latin = Files.write(directory.resolve("l.conf"), "ü".getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> new ConfigFile(latin).read())
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("mqtt-dq.config-file: must name a file in UTF-8, not '" + latin);
        assertThatThrownBy(() -> new ConfigFile(directory.resolve("none")).read())
                .hasMessageContaining("must name a file that exists");
        assertThatThrownBy(() -> new ConfigFile(directory).read())
                .hasMessageContaining("must name a file that can be read");
    }
}
