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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

class HelmChartTest {

    private static final Path PLAIN = Path.of("k8s", "base");
    private static final Path FULL = Path.of("src", "test", "resources", "deployment", "full-values.yaml");

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
    void aChangedConfigurationChangesNoPod() {
        Map<String, Map<String, Object>> changed =
                render(template().set("config", "bridges {}").set("dashboard.enabled", "true"));

        assertThat(at(changed, "ConfigMap/mqtt-dq", "data", "bridges.conf")).isEqualTo("bridges {}\n");
        assertThat(at(changed, "StatefulSet/mqtt-dq")).isEqualTo(statefulSet(template()));
    }

    @Test
    void leavesTimeToOpenALargeBacklog() {
        Object probe = at(
                statefulSet(template().set("startupTimeoutSeconds", 601)),
                "spec",
                "template",
                "spec",
                "containers",
                0,
                "startupProbe");

        assertThat((int) at(probe, "periodSeconds") * (int) at(probe, "failureThreshold"))
                .isBetween(601, 605);
    }

    @Test
    void usesALoginThatSomebodyElseMade() {
        Map<String, Map<String, Object>> resources =
                render(template().set("secrets.login", "ours").set("secrets.environment", "theirs"));
        Object container = container(resources);

        assertThat(resources.keySet()).noneMatch(key -> key.startsWith("Secret/"));
        assertThat(at(container, "env", 4, "valueFrom", "secretKeyRef", "name")).isEqualTo("ours");
        assertThat(at(container, "envFrom", 0, "secretRef", "name")).isEqualTo("theirs");
    }

    @Test
    void rendersEveryOption() {
        Map<String, Map<String, Object>> resources = render(full());
        assertThat(resources.keySet())
                .contains(
                        "ConfigMap/mqtt-dq-dashboard",
                        "NetworkPolicy/mqtt-dq",
                        "PodDisruptionBudget/mqtt-dq",
                        "PrometheusRule/mqtt-dq",
                        "ServiceMonitor/mqtt-dq");
        assertThat(resources.values())
                .allSatisfy(resource -> assertThat(at(resource, "metadata", "labels"))
                        .asInstanceOf(InstanceOfAssertFactories.MAP)
                        .containsEntry("app.kubernetes.io/instance", "mqtt-dq"));
    }

    @Test
    void rendersOnlyWhatKubernetesKnows() {
        assertThat(render(full()).values())
                .filteredOn(KubernetesFields::isKnown)
                .hasSizeGreaterThan(8)
                .allSatisfy(KubernetesFields::check);
        assertThatThrownBy(() -> KubernetesFields.check(
                        Map.of("kind", "Service", "spec", Map.of("selektor", Map.of("app", "mqtt-dq")))))
                .hasMessageContaining("selektor");
    }

    @Test
    void opensEveryExtensionPoint() {
        Map<String, Map<String, Object>> resources = render(full());
        Object set = at(resources, "StatefulSet/mqtt-dq");
        Object pod = at(set, "spec", "template", "spec");
        Object container = container(resources);

        assertThat(at(set, "metadata", "annotations", "example.com/team")).isEqualTo("edge");
        assertThat(at(set, "spec", "template", "metadata", "annotations", "example.com/log"))
                .isEqualTo("yes");
        assertThat(at(set, "spec", "template", "metadata", "labels", "example.com/zone"))
                .isEqualTo("hall-1");
        assertThat(at(pod, "nodeSelector", "disk")).isEqualTo("ssd");
        assertThat(at(pod, "affinity", "podAffinity")).isNotNull();
        assertThat(at(pod, "tolerations", 0, "key")).isEqualTo("edge");
        assertThat(at(pod, "topologySpreadConstraints", 0, "maxSkew")).isEqualTo(1);
        assertThat(at(pod, "priorityClassName")).isEqualTo("high");
        assertThat(at(pod, "initContainers", 0, "name")).isEqualTo("wait");
        assertThat(at(pod, "containers", 1, "name")).isEqualTo("beside");
        assertThat(at(pod, "volumes", 3, "secret", "secretName")).isEqualTo("cloud-tls");
        assertThat(at(container, "volumeMounts", 4, "mountPath")).isEqualTo("/tls");
        assertThat(at(container, "args", 3)).isEqualTo("--logging.structured.format.console=ecs");
        assertThat(at(container, "env", 14, "name")).isEqualTo("TZ");
        assertThat(at(container, "envFrom", 1, "configMapRef", "name")).isEqualTo("proxies");
    }

    @Test
    void monitoringIsThatOfTheRepository() throws IOException {
        Map<String, Map<String, Object>> resources = render(full());

        assertThat(at(resources, "ConfigMap/mqtt-dq-dashboard", "data", "mqtt-dq.json"))
                .isEqualTo(Files.readString(Path.of("grafana", "dashboard.json")));
        Object alerts = new Yaml(new SafeConstructor(new LoaderOptions()))
                .load(Files.readString(Path.of("grafana", "alerts.yaml")));
        assertThat(at(resources, "PrometheusRule/mqtt-dq", "spec")).isEqualTo(alerts);
    }

    @Test
    void metricsAreScrapedFromEachPodOnce() {
        Map<String, Map<String, Object>> resources = render(full());
        String port = (String) at(resources, "ServiceMonitor/mqtt-dq", "spec", "endpoints", 0, "port");

        assertThat(resources.values().stream()
                        .filter(resource -> "Service".equals(resource.get("kind")))
                        .filter(service ->
                                at(service, "spec", "ports").toString().contains("name=" + port))
                        .map(service -> at(service, "metadata", "name")))
                .containsExactly("mqtt-dq-headless");
    }

    @Test
    void anEmptyListOfPeersLetsEverybodyIn() {
        Map<String, Map<String, Object>> resources = render(template().set("networkPolicy.enabled", "true"));
        Object policy = at(resources, "NetworkPolicy/mqtt-dq", "spec");

        assertThat(at(policy, "policyTypes")).isEqualTo(List.of("Ingress"));
        assertThat(at(policy, "ingress", 0)).isEqualTo(Map.of("ports", List.of(Map.of("port", "http"))));
    }

    @Test
    void scalingRestartsNoPod() {
        Object few = statefulSet(replicas(2));
        Object many = statefulSet(replicas(5));
        Object prepared = statefulSet(replicas(1).set("cluster.enabled", "true"));

        assertThat(at(many, "spec", "replicas")).isEqualTo(5);
        assertThat(at(many, "spec", "template"))
                .isEqualTo(at(few, "spec", "template"))
                .isEqualTo(at(prepared, "spec", "template"));
        assertThat(at(many, "spec", "podManagementPolicy")).isEqualTo("Parallel");
    }

    @Test
    void refusesReplicasThatWouldNotLetEachOtherIn() {
        assertThatThrownBy(() -> render(template().set("replicaCount", 2)))
                .hasMessageContaining("secrets.generateLogin");
    }

    @Test
    void aStopLeavesTimeForTheDrain() {
        Object pod = at(statefulSet(template().set("drain.deadlineSeconds", 300)), "spec", "template", "spec");
        List<?> hook = (List<?>) at(pod, "containers", 0, "lifecycle", "preStop", "exec", "command");

        assertThat(hook.toString()).endsWith("drain, --if-leaving, --deadline=300]");
        assertThat((int) at(pod, "terminationGracePeriodSeconds")).isEqualTo(300 + 60);
    }

    @Test
    void theDrainStartsTheProgramAsTheImageDoes() throws IOException {
        List<String> entryPoint =
                Dockerfile.read(Path.of("Dockerfile")).last("ENTRYPOINT").array();
        List<?> hook = (List<?>) at(container(render(template())), "lifecycle", "preStop", "exec", "command");

        assertThat(hook.get(0)).isEqualTo(entryPoint.get(0));
        assertThat(hook.toString()).contains(", -jar, " + entryPoint.get(entryPoint.size() - 1) + ", drain, ");
    }

    @Test
    void withoutTheDrainAStopIsShortAndNeedsNoMoreRights() {
        Map<String, Map<String, Object>> resources = render(template().set("drain.enabled", "false"));
        Object pod = at(resources, "StatefulSet/mqtt-dq", "spec", "template", "spec");

        assertThat(at(pod, "terminationGracePeriodSeconds")).isEqualTo(60);
        assertThat(at(pod, "containers", 0).toString()).doesNotContain("preStop");
        assertThat((List<?>) at(resources, "Role/mqtt-dq", "rules")).hasSize(1);
    }

    @Test
    void mayReadItsOwnStatefulSetAndNoOther() {
        assertThat(at(render(template()), "Role/mqtt-dq", "rules", 1))
                .isEqualTo(Map.of(
                        "apiGroups", List.of("apps"),
                        "resources", List.of("statefulsets"),
                        "resourceNames", List.of("mqtt-dq"),
                        "verbs", List.of("get")));
    }

    @Test
    void replicasMayAskEachOtherWhoeverElseMay() {
        Object policy = at(render(full()), "NetworkPolicy/mqtt-dq", "spec");
        Object pods = Map.of("podSelector", at(policy, "podSelector"));
        Object api = List.of(Map.of("port", "http"));

        assertThat((List<?>) at(policy, "ingress"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .contains(Map.of("ports", api, "from", List.of(pods)));
        assertThat((List<?>) at(policy, "egress"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .contains(Map.of("ports", api, "to", List.of(pods)));
    }

    @Test
    void nobodyConsumesQueuesUnlessAskedFor() {
        Map<String, Map<String, Object>> resources = render(template().set("networkPolicy.enabled", "true"));

        assertThat(environment(resources))
                .containsEntry("MQTT_DQ_QUEUES_LISTENER_ENABLED", "false")
                .doesNotContainKey("MQTT_DQ_QUEUES_LISTENER_PORT");
        assertThat(resources.keySet()).noneMatch(key -> key.startsWith("Service/mqtt-dq-queues"));
        assertThat(resources.values()).noneMatch(resource -> resource.toString().contains("=queues"));
    }

    @Test
    void consumersReachAllReplicasByOneNameAndEachByItsOwn() {
        Map<String, Map<String, Object>> resources = render(replicas(2).set("queues.listener.enabled", "true"));
        Object port = Map.of("name", "queues", "port", 1884, "targetPort", "queues");

        assertThat(at(resources, "Service/mqtt-dq-queues", "spec", "ports")).isEqualTo(List.of(port));
        assertThat((List<?>) at(resources, "Service/mqtt-dq-headless", "spec", "ports"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .contains(port);
        assertThat((List<?>) at(container(resources), "ports"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .contains(Map.of("name", "queues", "containerPort", 1884));
        assertThat(environment(resources))
                .containsEntry("MQTT_DQ_QUEUES_LISTENER_ENABLED", "true")
                .containsEntry("MQTT_DQ_QUEUES_LISTENER_PORT", "1884")
                .doesNotContainKey("MQTT_DQ_QUEUES_LISTENER_SSL_BUNDLE");
    }

    @Test
    void consumersFromOutsideReachEachReplicaByAServiceOfItsOwn() {
        Map<String, Map<String, Object>> resources = render(full());

        assertThat(resources).doesNotContainKey("Service/mqtt-dq-queues");
        for (int i = 0; i < 3; i++) {
            Object service = at(resources, "Service/mqtt-dq-queues-" + i);
            assertThat(at(service, "spec", "selector", "statefulset.kubernetes.io/pod-name"))
                    .isEqualTo("mqtt-dq-" + i);
            assertThat(at(service, "spec", "type")).isEqualTo("LoadBalancer");
            assertThat(at(service, "spec", "externalTrafficPolicy")).isEqualTo("Local");
            assertThat(at(service, "spec", "ports", 0, "port")).isEqualTo(8883);
            assertThat(at(service, "metadata", "annotations", "example.com/balancer"))
                    .isEqualTo("internal");
        }
    }

    @Test
    void theListenersCertificateComesFromADirectorySoThatARenewedOneArrives() {
        Map<String, Map<String, Object>> resources = render(full());

        assertThat(at(resources, "StatefulSet/mqtt-dq", "spec", "template", "spec", "volumes", 2))
                .isEqualTo(Map.of("name", "listener-tls", "secret", Map.of("secretName", "queues-tls")));
        assertThat(at(container(resources), "volumeMounts", 3))
                .isEqualTo(Map.of("name", "listener-tls", "mountPath", "/listener-tls", "readOnly", true));
        assertThat(environment(resources))
                .containsEntry("MQTT_DQ_QUEUES_LISTENER_SSL_BUNDLE", "listener")
                .containsEntry("SPRING_SSL_BUNDLE_PEM_LISTENER_KEYSTORE_CERTIFICATE", "file:/listener-tls/tls.crt")
                .containsEntry("SPRING_SSL_BUNDLE_PEM_LISTENER_KEYSTORE_PRIVATEKEY", "file:/listener-tls/tls.key")
                .containsEntry("SPRING_SSL_BUNDLE_PEM_LISTENER_RELOADONUPDATE", "true");
    }

    @Test
    void onlyWhoMayConsumeReachesTheListener() {
        Object policy = at(render(full()), "NetworkPolicy/mqtt-dq", "spec");

        assertThat((List<?>) at(policy, "ingress"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .contains(Map.of(
                        "ports",
                        List.of(Map.of("port", "queues")),
                        "from",
                        List.of(Map.of("namespaceSelector", Map.of("matchLabels", Map.of("team", "workers"))))));
    }

    /** A Service {@code mqtt-dq-queues-listener} would give {@code MQTT_DQ_QUEUES_LISTENER_PORT=tcp://…} to every pod. */
    @Test
    void noServiceSetsAVariableOfOurs() {
        assertThat(at(statefulSet(template()), "spec", "template", "spec", "enableServiceLinks"))
                .isEqualTo(false);
    }

    @Test
    void refusesValuesItDoesNotKnow() {
        assertThatThrownBy(() -> render(template().set("persistance.size", "1Gi")))
                .hasMessageContaining("persistance");
        assertThatThrownBy(() -> render(template().set("shutdownTimeoutSeconds", 1)))
                .hasMessageContaining("shutdownTimeoutSeconds");
        assertThatThrownBy(() -> render(template().set("replicaCount", -1))).hasMessageContaining("replicaCount");
        assertThatThrownBy(() -> render(template().set("drain.deadlineSeconds", "soon")))
                .hasMessageContaining("deadlineSeconds");
        assertThatThrownBy(() -> render(template().set("cluster.shareGroup", "a/b")))
                .hasMessageContaining("shareGroup");
        assertThatThrownBy(() -> render(template().set("serviceMonitor.interval", "often")))
                .hasMessageContaining("interval");
        assertThatThrownBy(() -> render(template().set("secrets.generateLogin", "perhaps")))
                .hasMessageContaining("generateLogin");
        assertThatThrownBy(() -> render(template().set("queues.listener.port", 8080)))
                .hasMessageContaining("port");
        assertThatThrownBy(() -> render(template().set("queues.listener.service.type", "ExternalName")))
                .hasMessageContaining("type");
        assertThatThrownBy(() -> render(template().set("queues.listener.tls.secret", "x")))
                .hasMessageContaining("secret");
    }

    private TemplateCommand template() {
        return chart.template().withName("mqtt-dq").withNamespace("mqtt-dq").withKubeVersion("1.30.0");
    }

    private TemplateCommand replicas(int count) {
        return template().set("replicaCount", count).set("secrets.login", "mqtt-dq-login");
    }

    private TemplateCommand full() {
        return template().withValuesFile(FULL);
    }

    private static Map<String, Map<String, Object>> render(TemplateCommand command) {
        return Manifest.parse(command.call());
    }

    private static Object statefulSet(TemplateCommand command) {
        return at(render(command), "StatefulSet/mqtt-dq");
    }

    private static Object container(Map<String, Map<String, Object>> resources) {
        return at(resources, "StatefulSet/mqtt-dq", "spec", "template", "spec", "containers", 0);
    }

    /** The variables whose values the chart knows. */
    private static Map<Object, Object> environment(Map<String, Map<String, Object>> resources) {
        return ((List<?>) at(container(resources), "env"))
                .stream()
                        .map(variable -> (Map<?, ?>) variable)
                        .filter(variable -> variable.containsKey("value"))
                        .collect(Collectors.toMap(variable -> at(variable, "name"), variable -> at(variable, "value")));
    }

    private static List<Path> manifests() throws IOException {
        try (Stream<Path> files = Files.list(PLAIN)) {
            return files.filter(file -> !file.endsWith("kustomization.yaml"))
                    .sorted()
                    .toList();
        }
    }
}
