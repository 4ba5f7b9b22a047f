package dev.mqttdq.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;

class CommandLineTest {

    private static final String GOOD = """
            remotes.cloud.server = "cloud.example.com"
            bridges {
              all { remote = cloud, filter_topic = "#", remote_topic = "fwd/${topic}", buffer_pool_size = 6 }
              devices { remote = cloud, filter_topic = "devices/+", remote_topic = "d", enable = false }
            }
            """;

    @TempDir
    Path directory;

    private String in = "";
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void checksValidFile() throws Exception {
        assertThat(run("check", file(GOOD))).isEqualTo(CommandLine.OK);

        assertThat(text(out)).endsWith("is valid (bridges: 2, remotes: 1)\n");
        assertThat(text(err)).startsWith("warning: bridges.all.buffer_pool_size is no multiple of pool_size");
    }

    @Test
    void namesAllProblems() throws Exception {
        assertThat(run("check", file(GOOD + "bridges.all.pool_size = 0\nremote {a=1}")))
                .isEqualTo(CommandLine.INVALID);

        assertThat(text(err).lines())
                .containsExactly(
                        directory.resolve("c.conf") + " is not valid:",
                        "  - remote.a: unknown key, the nearest known one is 'remotes'",
                        "  - bridges.all.pool_size: must be an integer of at least 1, not '0'");
        assertThat(text(out)).isEmpty();
    }

    @Test
    void namesMissingFile() {
        assertThat(run("check", directory.resolve("none").toString())).isEqualTo(CommandLine.INVALID);

        assertThat(text(err)).contains("must name a file that exists");
    }

    @Test
    void tellsTheWayOfATopic() throws Exception {
        assertThat(run("route", file(GOOD), "devices/1")).isEqualTo(CommandLine.OK);

        assertThat(text(out).lines())
                .hasSize(2)
                .anySatisfy(line -> assertThat(line)
                        .matches("all: partition [0-5], connector [0-3], remote cloud \\(cloud\\.example\\.com:1883\\),"
                                + " topic fwd/devices/1"))
                .anySatisfy(line -> assertThat(line).startsWith("devices (disabled): "));
    }

    @Test
    void tellsWhenNobodyTakesATopic() throws Exception {
        assertThat(run("route", file(GOOD), "$SYS/x")).isEqualTo(CommandLine.OK);

        assertThat(text(out)).isEqualTo("no bridge takes $SYS/x\n");
    }

    @Test
    void hashesThePasswordOfAConsumer() {
        in = "s3cret\n";

        assertThat(run("hash")).isEqualTo(CommandLine.OK);

        String hash = text(out).strip();
        assertThat(PasswordEncoderFactories.createDelegatingPasswordEncoder().matches("s3cret", hash))
                .isTrue();
        assertThat(hash).startsWith("{bcrypt}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "a password of more than the 72 bytes that bcrypt looks at, which would be cut off unseen\n"
            })
    void refusesPasswordsThatCannotBeHashed(String given) {
        in = given;

        assertThat(run("hash")).isEqualTo(CommandLine.USAGE);
        assertThat(text(out)).isEmpty();
    }

    @Test
    void explainsItselfWhenMisused() throws Exception {
        assertThat(run("check")).isEqualTo(CommandLine.USAGE);
        assertThat(run("route", file(GOOD))).isEqualTo(CommandLine.USAGE);
        assertThat(run("route", file(GOOD), "a/#")).isEqualTo(CommandLine.USAGE);
        assertThat(run("drain", "--deadline=0")).isEqualTo(CommandLine.USAGE);
        assertThat(run("drain", "--deadline=1m")).isEqualTo(CommandLine.USAGE);
        assertThat(run("drain", "--port=65536")).isEqualTo(CommandLine.USAGE);
        assertThat(run("drain", "--password=x")).isEqualTo(CommandLine.USAGE);
        assertThat(CommandLine.isCommand("check")).isTrue();
        assertThat(CommandLine.isCommand("drain", "--if-leaving")).isTrue();
        assertThat(CommandLine.isCommand("--server.port=1")).isFalse();
        assertThat(CommandLine.isCommand()).isFalse();
    }

    private int run(String... arguments) {
        return new CommandLine(
                        new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        name -> null)
                .run(arguments);
    }

    private String file(String text) throws IOException {
        return Files.writeString(directory.resolve("c.conf"), text).toString();
    }

    private static String text(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }
}
