package dev.mqttdq.deployment;

import dev.mqttdq.deployment.Dockerfile.Instruction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Carries out the steps of a Dockerfile without an engine: each stage is a directory, and the programs of this machine
 * stand for those of the base image.
 */
final class ImageBuild {

    private static final Pattern ABSOLUTE = Pattern.compile("(?<=^|[= ])/(?=\\w)");

    private final Path directory;
    private final Path jar;
    private final Map<String, Path> stages = new HashMap<>();
    private Path stage;
    private Path workDir;

    /**
     * @param directory to hold the stages
     * @param jar that the Dockerfile calls {@code target/mqtt-dq.jar}
     */
    ImageBuild(Path directory, Path jar) {
        this.directory = directory;
        this.jar = jar;
        stage = directory;
        workDir = directory;
    }

    /** Carries out all steps; {@link #stage} and {@link #workDir} are those of the image then. */
    ImageBuild run(Dockerfile dockerfile) throws IOException, InterruptedException {
        for (Instruction instruction : dockerfile.instructions()) {
            switch (instruction.name()) {
                case "FROM" -> from(instruction.words());
                case "WORKDIR" -> workDir = Files.createDirectories(resolve(instruction.arguments()));
                case "COPY" -> copy(instruction.words());
                case "RUN" -> shell(translate(instruction.arguments()));
                case "USER", "VOLUME", "EXPOSE", "ENTRYPOINT" -> {
                    // Says how the image is run, which is the caller's part.
                }
                default -> throw new AssertionError("no step is known for " + instruction);
            }
        }
        return this;
    }

    /** The root of the image's file system. */
    Path stage() {
        return stage;
    }

    Path workDir() {
        return workDir;
    }

    /** A command with its absolute paths leading into the image. */
    List<String> translate(List<String> command) {
        return command.stream().map(this::translate).toList();
    }

    private String translate(String argument) {
        return ABSOLUTE.matcher(argument).replaceAll(stage + "/");
    }

    private void from(List<String> words) throws IOException {
        String name = words.size() == 3 ? words.get(2) : "image";
        stage = Files.createDirectories(directory.resolve(name));
        workDir = stage;
        stages.put(name, stage);
    }

    private void copy(List<String> words) throws IOException {
        if (words.size() == 3) {
            String name = words.get(0).substring("--from=".length());
            Path from = Objects.requireNonNull(stages.get(name), () -> "no stage " + name);
            copyTree(from.resolve(words.get(1).substring(1)), resolve(words.get(2)));
        } else if (words.get(0).equals("target/mqtt-dq.jar")) {
            Files.copy(jar, resolve(words.get(1)), StandardCopyOption.COPY_ATTRIBUTES);
        } else {
            throw new AssertionError(words.get(0) + " is not in .dockerignore's exceptions");
        }
    }

    private Path resolve(String path) {
        return path.startsWith("/") ? stage.resolve(path.substring(1)) : workDir.resolve(path);
    }

    private void shell(String script) throws IOException, InterruptedException {
        int exitCode = new ProcessBuilder("sh", "-c", script)
                .directory(workDir.toFile())
                .inheritIO()
                .start()
                .waitFor();
        if (exitCode != 0) {
            throw new AssertionError("exit code " + exitCode + " of RUN " + script);
        }
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    // With its time: the class archive knows the jars by it.
                    Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }
}
