package dev.mqttdq.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.json.JsonMapper;

/** The instructions of a Dockerfile, in their order. */
record Dockerfile(List<Instruction> instructions) {

    /** Such as {@code RUN} with what follows it. */
    record Instruction(String name, String arguments) {

        /** The words of the arguments. */
        List<String> words() {
            return List.of(arguments.split("\\s+"));
        }

        /** Arguments in the form {@code ["java", "-jar"]}. */
        List<String> array() {
            return List.of(JsonMapper.shared().readValue(arguments, String[].class));
        }
    }

    static Dockerfile read(Path file) throws IOException {
        String text = Files.readString(file).replaceAll("(?m)^#.*\\R", "").replaceAll("\\\\\\R\\s*", "");
        return new Dockerfile(text.lines()
                .filter(line -> !line.isBlank())
                .map(line -> line.split(" ", 2))
                .map(parts -> new Instruction(parts[0], parts[1]))
                .toList());
    }

    /** The last instruction of this name, which is the one in force. */
    Instruction last(String name) {
        return Objects.requireNonNull(
                instructions.stream()
                        .filter(instruction -> instruction.name().equals(name))
                        .reduce((earlier, later) -> later)
                        .orElse(null),
                () -> "no " + name);
    }
}
