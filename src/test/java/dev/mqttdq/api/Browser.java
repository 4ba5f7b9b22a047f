package dev.mqttdq.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Chromium, led by a script of {@code src/test/ui}. */
final class Browser {

    private static final Path SCRIPTS = Path.of("src/test/ui").toAbsolutePath();
    private static final Path PICTURES = Path.of("target/page").toAbsolutePath();

    private Browser() {}

    /** Needs Chromium, Node.js and {@code npm ci} in {@code src/test/ui}; skips the tests where one is missing. */
    static void assumeThere() {
        String chromium = System.getenv().getOrDefault("CHROMIUM", "/usr/bin/chromium");
        assumeTrue(Files.isExecutable(Path.of(chromium)), "no Chromium");
        assumeTrue(Files.isDirectory(SCRIPTS.resolve("node_modules/playwright-core")), "no playwright-core");
    }

    /** Fails with what the script says; pictures go to {@code target/page} and begin with the state. */
    static void run(String script, int port, String state) throws IOException, InterruptedException {
        Path output = Files.createTempFile("page", ".txt");
        Process browser = new ProcessBuilder(
                        "node",
                        script,
                        "http://localhost:" + port,
                        ApiTest.USER,
                        ApiTest.PASSWORD,
                        PICTURES.toString(),
                        state)
                .directory(SCRIPTS.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();

        int exitCode = browser.waitFor();

        assertThat(exitCode).as(Files.readString(output)).isZero();
    }
}
