package dev.mqttdq.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A process that is killed while it works, and what it said until then. */
final class KilledChild {

    private final Pattern statements;
    private final Consumer<String> hearer;

    private KilledChild(Pattern statements, Consumer<String> hearer) {
        this.statements = statements;
        this.hearer = hearer;
    }

    /**
     * Starts a process and kills it so long after its first statement.
     *
     * @param statements lines of other form on its standard output are logs
     */
    static void run(Class<?> main, List<String> args, Duration life, Pattern statements, Consumer<String> hearer)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-Dlogging.level.root=OFF",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(args);
        Process child = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        new KilledChild(statements, hearer).listenAndKill(child, life);
        assertThat(child.waitFor()).isEqualTo(128 + 9);
    }

    private void listenAndKill(Process child, Duration life) throws IOException {
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            boolean more = hear(said);
            long deadline = System.nanoTime() + life.toNanos();
            while (System.nanoTime() < deadline && more) {
                more = hear(said);
            }
            // through the handle: the process itself would close the stream that is still to be read
            child.toHandle().destroyForcibly();
            while (more) {
                more = hear(said);
            }
        }
    }

    private boolean hear(BufferedReader said) throws IOException {
        String statement = nextStatement(said);
        if (statement != null) {
            hearer.accept(statement);
        }
        return statement != null;
    }

    /** The next whole line that is a statement, not a log; null at the end, where the last may be cut. */
    private @Nullable String nextStatement(BufferedReader said) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = said.read(); c >= 0; c = said.read()) {
            if (c != '\n') {
                line.append((char) c);
            } else if (statements.matcher(line).matches()) {
                return line.toString();
            } else {
                line.setLength(0);
            }
        }
        return null;
    }
}
