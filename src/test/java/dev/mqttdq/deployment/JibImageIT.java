package dev.mqttdq.deployment;

import static dev.mqttdq.deployment.Manifest.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the profile {@code image} puts into an image, over nothing: that takes neither an engine nor a registry. */
class JibImageIT {

    @TempDir
    static Path directory;

    private static JsonNode config;
    private static Path root;

    @BeforeAll
    static void build() throws Exception {
        Path tar = directory.resolve("image.tar");
        run(
                "./mvnw",
                "-q",
                "-B",
                "-Pimage",
                "jib:buildTar",
                "-Djib.from.image=scratch",
                "-Djib.outputPaths.tar=" + tar);
        Path image = Files.createDirectories(directory.resolve("image"));
        run("tar", "-xf", tar.toString(), "-C", image.toString());
        JsonNode manifest = json(image.resolve("manifest.json")).get(0);
        config = json(image.resolve(manifest.get("Config").asString())).get("config");
        root = Files.createDirectories(directory.resolve("root"));
        for (JsonNode layer : manifest.get("Layers")) {
            run("tar", "-xzf", image.resolve(layer.asString()).toString(), "-C", root.toString());
        }
    }

    @Test
    void runsAsTheUserThatTheManifestsName() throws IOException {
        Object set =
                at(Manifest.parse(Files.readString(Path.of("k8s", "base", "statefulset.yaml"))), "StatefulSet/mqtt-dq");
        Object pod = at(set, "spec", "template", "spec", "securityContext");

        assertThat(config.get("User").asString()).isEqualTo(at(pod, "runAsUser") + ":" + at(pod, "runAsGroup"));
    }

    @Test
    void saysOfItselfWhatTheDockerfileSays() throws IOException {
        Dockerfile dockerfile = Dockerfile.read(Path.of("Dockerfile"));

        assertThat(config.get("ExposedPorts").propertyNames())
                .containsExactlyInAnyOrderElementsOf(dockerfile.last("EXPOSE").words().stream()
                        .map(port -> port + "/tcp")
                        .toList());
        assertThat(config.get("Volumes").propertyNames())
                .containsExactly(dockerfile.last("VOLUME").arguments());
        assertThat(config.get("WorkingDir").asString())
                .isEqualTo(dockerfile.last("WORKDIR").arguments());
        assertThat(Files.readString(Path.of("pom.xml")))
                .contains("<image>" + dockerfile.last("FROM").arguments() + "</image>");
        assertThat(entryPoint()).contains("java", "-Dmqtt-dq.data-dir=/data");
        assertThat(config.at("/Labels/org.opencontainers.image.licenses").asString())
                .isEqualTo("Apache-2.0");
    }

    @Test
    void holdsTheServiceAndNothingElse() throws IOException {
        assertThat(names(root)).containsExactly("app");
        assertThat(names(root.resolve("app")))
                .containsExactly("classes", "jib-classpath-file", "jib-main-class-file", "libs", "resources");
        assertThat(names(root.resolve("app/classes"))).containsExactly("META-INF", "api", "dev", "ui");
        assertThat(names(root.resolve("app/libs")))
                .noneMatch(name -> name.contains("junit") || name.contains("hivemq"));
        assertThat(config.path("Env")).isEmpty();
    }

    @Test
    void startsItsProgram() throws Exception {
        Path file = Files.writeString(directory.resolve("bridges.conf"), "bridges {}");
        List<String> command = new ArrayList<>(entryPoint());
        int classPath = command.indexOf("@/app/jib-classpath-file");
        assertThat(classPath).isPositive();
        command.set(
                classPath,
                Files.readString(root.resolve("app/jib-classpath-file")).replace("/app/", root + "/app/"));
        command.addAll(List.of("check", file.toString()));

        run(command.toArray(String[]::new));
    }

    private static List<String> entryPoint() {
        return config.get("Entrypoint").valueStream().map(JsonNode::asString).toList();
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static JsonNode json(Path file) throws IOException {
        return JsonMapper.shared().readTree(Files.readString(file));
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Path log = Files.createDirectories(Path.of("target", "service-logs")).resolve("jib-image.log");
        int exitCode = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start()
                .waitFor();
        assertThat(exitCode).as("%s, see %s", Arrays.toString(command), log).isZero();
    }
}
