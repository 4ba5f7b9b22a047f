package dev.mqttdq.deployment;

import static dev.mqttdq.deployment.Manifest.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HelmChartTest {

    private static final Path PLAIN = Path.of("k8s");

    private final Helm chart = new Helm(Path.of("helm", "mqtt-dq"));

    @Test
    void lintsWithoutComplaint() {
        LintResult result = chart.lint().strict().call();

        assertThat(result.isFailed())
                .as(String.join("\n", result.getMessages()))
                .isFalse();
    }

    @Test
    void rendersWhatThePlainManifestsSay() throws IOException {
        Map<String, Map<String, Object>> plain = new TreeMap<>();
        for (Path file : manifests()) {
            plain.putAll(Manifest.parse(Files.readString(file)));
        }

        assertThat(plain).isEqualTo(Manifest.withoutHelm(render(template())));
    }

    @Test
    void theKustomizationNamesEveryPlainManifest() throws IOException {
        String kustomization = Files.readString(PLAIN.resolve("kustomization.yaml"));

        assertThat(manifests())
                .allSatisfy(file -> assertThat(kustomization).contains("- " + file.getFileName() + "\n"));
    }

    @Test
    void meetsTheRestrictedProfile() {
        Object pod = at(statefulSet(template()), "spec", "template", "spec");
        Object container = at(pod, "containers", 0, "securityContext");

        assertThat(at(pod, "securityContext", "runAsNonRoot")).isEqualTo(true);
        assertThat(at(pod, "securityContext", "seccompProfile", "type")).isEqualTo("RuntimeDefault");
        assertThat(at(container, "allowPrivilegeEscalation")).isEqualTo(false);
        assertThat(at(container, "readOnlyRootFilesystem")).isEqualTo(true);
        assertThat(at(container, "capabilities", "drop")).isEqualTo(List.of("ALL"));
    }

    @Test
    void keepsTheQueueOnAVolumeOfItsOwn() {
        Object set = statefulSet(template().set("persistence.storageClassName", "fast"));

        assertThat(at(set, "spec", "volumeClaimTemplates", 0, "spec", "storageClassName"))
                .isEqualTo("fast");
        assertThat(at(set, "spec", "template", "spec", "containers", 0, "volumeMounts", 0))
                .isEqualTo(Map.of("name", "data", "mountPath", "/data"));
    }

    @Test
    void twoReleasesShareNothing() {
        Map<String, Map<String, Object>> other = render(template().withName("other"));

        assertThat(other.keySet())
                .doesNotContainAnyElementsOf(render(template()).keySet());
    }

    @Test
    void refusesASecondReplica() {
        assertThatThrownBy(() -> render(template().set("replicaCount", 2)))
                .hasMessageContaining("this version runs alone");
    }

    @Test
    void refusesValuesItDoesNotKnow() {
        assertThatThrownBy(() -> render(template().set("persistance.size", "1Gi")))
                .hasMessageContaining("persistance");
        assertThatThrownBy(() -> render(template().set("terminationGracePeriodSeconds", 1)))
                .hasMessageContaining("terminationGracePeriodSeconds");
    }

    private TemplateCommand template() {
        return chart.template().withName("mqtt-dq").withNamespace("mqtt-dq").withKubeVersion("1.30.0");
    }

    private static Map<String, Map<String, Object>> render(TemplateCommand command) {
        return Manifest.parse(command.call());
    }

    private static Object statefulSet(TemplateCommand command) {
        return at(render(command), "StatefulSet/mqtt-dq");
    }

    private static List<Path> manifests() throws IOException {
        try (Stream<Path> files = Files.list(PLAIN)) {
            return files.filter(file -> !file.endsWith("kustomization.yaml"))
                    .sorted()
                    .toList();
        }
    }
}
