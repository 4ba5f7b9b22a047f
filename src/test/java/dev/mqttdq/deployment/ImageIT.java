package dev.mqttdq.deployment;

import static dev.mqttdq.deployment.Manifest.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.testkit.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * What can be said of the image where no container engine runs. The steps of the Dockerfile take half a minute and want
 * the packaged jar and, as in a build of an image, root: {@code mvn test -Dtest=ImageIT -Dimage.jar=target/mqtt-dq.jar}.
 */
class ImageIT {

    private static final String HEALTH = "/actuator/health";

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void runsAsTheUserThatTheManifestsName() throws IOException {
        Object set =
                at(Manifest.parse(Files.readString(Path.of("k8s", "base", "statefulset.yaml"))), "StatefulSet/mqtt-dq");
        Object pod = at(set, "spec", "template", "spec", "securityContext");

        assertThat(dockerfile().last("USER").arguments()).isEqualTo(at(pod, "runAsUser") + ":" + at(pod, "runAsGroup"));
    }

    @Test
    @EnabledIfSystemProperty(named = "image.jar", matches = ".+")
    void startsFromItsClassArchiveDrainsByItsHookAndWritesOnlyToItsData(@TempDir Path directory) throws Exception {
        openToOthers(directory);
        Path jar = Path.of(System.getProperty("image.jar"));
        ImageBuild image = new ImageBuild(directory, jar).run(dockerfile());
        List<Path> before = files(image.workDir());
        Path log = Files.createDirectories(Path.of("target", "service-logs")).resolve("image.log");
        int management = Ports.free();

        Process service = start(image, log, entrypoint(image, management));
        try {
            await("health answers").atMost(Duration.ofMinutes(2)).until(() -> answers(service, management));

            assertThat(mappedFiles(service)).contains("mqtt-dq.jsa");
            assertThat(start(image, log, hook(management)).waitFor()).isZero();
            assertThat(files(image.workDir())).isEqualTo(before);
            service.destroy();
            assertThat(service.waitFor()).isEqualTo(143);
        } finally {
            service.destroyForcibly();
        }
        assertThat(log).content().contains("Started MqttDqApplication", "not leaving: not in Kubernetes");
    }

    /** Something that runs in the container, as the image's user. */
    private static Process start(ImageBuild image, Path log, List<String> program) throws IOException {
        String[] user = dockerfile().last("USER").arguments().split(":", 2);
        List<String> command =
                new ArrayList<>(List.of("setpriv", "--reuid=" + user[0], "--regid=" + user[1], "--clear-groups"));
        command.addAll(program);
        ProcessBuilder process = new ProcessBuilder(command)
                .directory(image.workDir().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        process.environment()
                .putAll(Map.of("SPRING_SECURITY_USER_NAME", "ops", "SPRING_SECURITY_USER_PASSWORD", "secret"));
        return process.start();
    }

    private static List<String> entrypoint(ImageBuild image, int management) throws IOException {
        List<String> command =
                new ArrayList<>(image.translate(dockerfile().last("ENTRYPOINT").array()));
        command.addAll(List.of("--server.port=0", "--management.server.port=" + management));
        return command;
    }

    /** The preStop hook of the manifests. */
    @SuppressWarnings("unchecked")
    private static List<String> hook(int management) throws IOException {
        Object set =
                at(Manifest.parse(Files.readString(Path.of("k8s", "base", "statefulset.yaml"))), "StatefulSet/mqtt-dq");
        List<String> command = new ArrayList<>((List<String>)
                at(set, "spec", "template", "spec", "containers", 0, "lifecycle", "preStop", "exec", "command"));
        command.add("--port=" + management);
        return command;
    }

    private boolean answers(Process service, int management) throws InterruptedException {
        assertThat(service.isAlive()).isTrue();
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + management + HEALTH))
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** The archive is mapped only if the JVM found that it fits. */
    private static String mappedFiles(Process service) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(service.pid()), "maps"));
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.sorted().toList();
        }
    }

    private static void openToOthers(Path directory) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Dockerfile dockerfile() throws IOException {
        return Dockerfile.read(Path.of("Dockerfile"));
    }
}
