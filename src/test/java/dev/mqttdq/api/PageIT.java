package dev.mqttdq.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

/**
 * The page in a real browser, in each state that matters; pictures go to {@code target/page}. Needs Chromium, Node.js and
 * {@code npm ci} in {@code src/test/ui}, and is skipped where one is missing.
 */
@ApiTest
class PageIT {

    private static final Path SCRIPTS = Path.of("src/test/ui").toAbsolutePath();
    private static final Path PICTURES = Path.of("target/page").toAbsolutePath();

    @Autowired
    private FakeBridges bridges;

    @Autowired
    private FakeOperations operations;

    @Autowired
    private FakeConfiguration configuration;

    @LocalServerPort
    private int port;

    @BeforeAll
    static void browserIsThere() {
        String chromium = System.getenv().getOrDefault("CHROMIUM", "/usr/bin/chromium");
        assumeTrue(Files.isExecutable(Path.of(chromium)), "no Chromium");
        assumeTrue(Files.isDirectory(SCRIPTS.resolve("node_modules/playwright-core")), "no playwright-core");
    }

    @ParameterizedTest
    @EnumSource
    void showsEveryState(Traffic traffic) throws Exception {
        operations.startAnew();
        configuration.isFine();
        if (traffic == Traffic.ERROR) {
            configuration.isRejected();
            operations.startAnew(FakeOperations.ORPHAN);
        }
        bridges.move(traffic);
        Path output = Files.createTempFile("page", ".txt");

        Process browser = new ProcessBuilder(
                        "node",
                        "page.mjs",
                        "http://localhost:" + port,
                        ApiTest.USER,
                        ApiTest.PASSWORD,
                        PICTURES.toString(),
                        traffic.name().toLowerCase(Locale.ROOT))
                .directory(SCRIPTS.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        int exitCode = browser.waitFor();

        assertThat(exitCode).as(Files.readString(output)).isZero();
    }
}
