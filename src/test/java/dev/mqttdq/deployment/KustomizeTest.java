package dev.mqttdq.deployment;

import static dev.mqttdq.deployment.Manifest.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.marcnuri.helm.Helm;
import dev.mqttdq.cli.CommandLine;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code kubectl kustomize} makes of the base and of the example; skipped where there is no kubectl. */
class KustomizeTest {

    private static final Path BASE = Path.of("k8s", "base");
    private static final Path REPLICAS = Path.of("k8s", "overlays", "replicas");
    private static final Path QUEUES = Path.of("k8s", "overlays", "queues");
    private static final Path EXAMPLE = Path.of("k8s", "overlays", "example");

    @BeforeAll
    static void needsKubectl() {
        assumeTrue(
                Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(directory -> Files.isExecutable(Path.of(directory, "kubectl"))),
                "kubectl is not installed");
    }

    @Test
    void theBaseStaysInItsNamespace() throws Exception {
        assertThat(render(BASE).values())
                .isNotEmpty()
                .allSatisfy(resource ->
                        assertThat(at(resource, "metadata", "namespace")).isEqualTo("mqtt-dq"));
    }

    @Test
    void theExampleMovesEverythingToItsNamespace() throws Exception {
        Map<String, Map<String, Object>> resources = render(EXAMPLE);

        assertThat(resources).containsKey("Namespace/plant-1");
        assertThat(at(resources, "StatefulSet/mqtt-dq", "metadata", "namespace"))
                .isEqualTo("plant-1");
        assertThat(at(resources, "RoleBinding/mqtt-dq", "subjects", 0, "namespace"))
                .isEqualTo("plant-1");
    }

    @Test
    void theExampleChangesImageDiskAndMemory() throws Exception {
        Object set = at(render(EXAMPLE), "StatefulSet/mqtt-dq", "spec");
        Object container = at(set, "template", "spec", "containers", 0);

        assertThat(at(container, "image")).isEqualTo("registry.example.com/mqtt-dq:0.1.0");
        assertThat(at(container, "resources", "limits", "memory")).isEqualTo("1Gi");
        assertThat(at(container, "securityContext", "readOnlyRootFilesystem")).isEqualTo(true);
        assertThat(at(set, "volumeClaimTemplates", 0, "spec", "resources", "requests", "storage"))
                .isEqualTo("20Gi");
    }

    @Test
    void theExampleHasAValidConfigurationUnderAFixedName(@TempDir Path directory) throws Exception {
        String config = (String) at(render(EXAMPLE), "ConfigMap/mqtt-dq", "data", "bridges.conf");
        Path file = Files.writeString(directory.resolve("bridges.conf"), config);
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(output, true, StandardCharsets.UTF_8);

        int exitCode = new CommandLine(InputStream.nullInputStream(), print, print, name -> "secret")
                .run("check", file.toString());

        assertThat(exitCode).as(output.toString(StandardCharsets.UTF_8)).isEqualTo(CommandLine.OK);
    }

    @Test
    void replicasAreThoseThatTheChartMakes() throws Exception {
        String chart = new Helm(Path.of("helm", "mqtt-dq"))
                .template()
                .withName("mqtt-dq")
                .withNamespace("mqtt-dq")
                .withKubeVersion("1.30.0")
                .set("replicaCount", 3)
                .set("secrets.login", "mqtt-dq-login")
                .call();

        Map<String, Map<String, Object>> expected = Manifest.parse(chart);
        Map<String, Map<String, Object>> plain = render(REPLICAS);
        assertThat(at(plain, "ConfigMap/mqtt-dq", "data")).isEqualTo(at(expected, "ConfigMap/mqtt-dq", "data"));
        assertThat(at(plain, "StatefulSet/mqtt-dq", "spec", "replicas")).isEqualTo(3);
        assertThat(variables(plain)).isEqualTo(variables(expected));
    }

    @Test
    void queuesAreServedAsTheChartDoes() throws Exception {
        Map<String, Map<String, Object>> expected = Manifest.parse(new Helm(Path.of("helm", "mqtt-dq"))
                .template()
                .withName("mqtt-dq")
                .withNamespace("mqtt-dq")
                .withKubeVersion("1.30.0")
                .set("queues.listener.enabled", "true")
                .call());

        Map<String, Map<String, Object>> plain = render(QUEUES);
        assertThat(at(plain, "Service/mqtt-dq-queues", "spec"))
                .isEqualTo(at(expected, "Service/mqtt-dq-queues", "spec"));
        assertThat(ports(at(plain, "Service/mqtt-dq-headless", "spec")))
                .isEqualTo(ports(at(expected, "Service/mqtt-dq-headless", "spec")));
        assertThat(ports(container(plain))).isEqualTo(ports(container(expected)));
        assertThat(variables(plain)).isEqualTo(variables(expected));
    }

    private static Set<Object> ports(Object owner) {
        return Set.copyOf((List<?>) at(owner, "ports"));
    }

    private static Set<Object> variables(Map<String, Map<String, Object>> resources) {
        return Set.copyOf((List<?>) at(container(resources), "env"));
    }

    private static Object container(Map<String, Map<String, Object>> resources) {
        return at(resources, "StatefulSet/mqtt-dq", "spec", "template", "spec", "containers", 0);
    }

    private static Map<String, Map<String, Object>> render(Path directory) throws IOException, InterruptedException {
        Process kubectl = new ProcessBuilder("kubectl", "kustomize", directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String yaml = new String(kubectl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(kubectl.waitFor()).isZero();
        return Manifest.parse(yaml);
    }
}
