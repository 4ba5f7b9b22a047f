package dev.mqttdq.deployment;

import static dev.mqttdq.deployment.Manifest.at;
import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import dev.mqttdq.config.ClusterSettings;
import dev.mqttdq.config.Configuration;
import dev.mqttdq.config.ConfigurationLoader;
import dev.mqttdq.config.ServerAddress;
import dev.mqttdq.hocon.ConfigFileFormats;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;

/** What the service makes of the ConfigMap and the variables that the chart gives to its replicas. */
class ReplicasTest {

    private static final Path FULL = Path.of("src", "test", "resources", "deployment", "full-values.yaml");

    private static final String POD = "dq-mqtt-dq-1";

    private final TemplateCommand chart = new Helm(Path.of("helm", "mqtt-dq"))
            .template()
            .withName("dq")
            .withNamespace("plant")
            .withKubeVersion("1.30.0");

    @Test
    void findEachOtherByTheirNames() throws IOException {
        Map<String, Map<String, Object>> resources = Manifest.parse(
                chart.set("replicaCount", 3).set("secrets.login", "ours").call());

        Configuration configuration = configuration(resources);
        assertThat(configuration.cluster().enabled()).isTrue();
        assertThat(configuration.cluster().peers())
                .extracting(ServerAddress::toString)
                .containsExactly(
                        "dq-mqtt-dq-0.dq-mqtt-dq-headless.plant.svc:8080",
                        "dq-mqtt-dq-1.dq-mqtt-dq-headless.plant.svc:8080",
                        "dq-mqtt-dq-2.dq-mqtt-dq-headless.plant.svc:8080");
        assertThat(configuration.cluster().shareGroup()).isEqualTo("dq-mqtt-dq");
        assertThat(configuration.nodeName()).isEqualTo(POD);
        assertThat((List<?>) at(container(resources), "args"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .contains("--spring.cloud.kubernetes.config.name=dq-mqtt-dq");
        assertThat(at(resources, "Service/dq-mqtt-dq-headless", "spec", "publishNotReadyAddresses"))
                .isEqualTo(true);
        assertThat(at(resources, "StatefulSet/dq-mqtt-dq", "spec", "serviceName"))
                .isEqualTo("dq-mqtt-dq-headless");
    }

    @Test
    void shareTheMessagesEvenIfTheyCannotReadTheConfigMap() throws IOException {
        Map<String, Map<String, Object>> resources = Manifest.parse(
                chart.set("replicaCount", 3).set("secrets.login", "ours").call());
        resources.remove("ConfigMap/dq-mqtt-dq");

        assertThat(configuration(resources).cluster().enabled()).isTrue();
    }

    @Test
    void haveTheSettingsOfTheUser() throws IOException {
        ClusterSettings cluster =
                configuration(Manifest.parse(chart.withValuesFile(FULL).call())).cluster();

        assertThat(cluster.timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(cluster.shareGroup()).isEqualTo("plant");
        assertThat(cluster.peers()).hasSize(3);
    }

    @Test
    void oneAloneSharesNothing() throws IOException {
        assertThat(configuration(Manifest.parse(chart.call())).cluster().enabled())
                .isFalse();
    }

    @Test
    void oneAloneMaySubscribeLikeOneOfSeveral() throws IOException {
        ClusterSettings cluster = configuration(
                        Manifest.parse(chart.set("cluster.enabled", "true").call()))
                .cluster();

        assertThat(cluster.enabled()).isTrue();
        assertThat(cluster.peers()).hasSize(1);
    }

    private static Configuration configuration(Map<String, Map<String, Object>> resources) throws IOException {
        StandardEnvironment environment = new StandardEnvironment();
        MutablePropertySources sources = environment.getPropertySources();
        sources.replace(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                new SystemEnvironmentPropertySource(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables(resources)));
        Map<String, Object> configMap = resources.get("ConfigMap/dq-mqtt-dq");
        if (configMap != null
                && at(configMap, "data") instanceof Map<?, ?> data
                && data.containsKey("application.yaml")) {
            byte[] yaml = ((String) at(data, "application.yaml")).getBytes(StandardCharsets.UTF_8);
            new YamlPropertySourceLoader()
                    .load("application.yaml", new ByteArrayResource(yaml))
                    .forEach(sources::addLast);
        }
        return new ConfigurationLoader(environment, new ConfigFileFormats(), name -> null)
                .load()
                .configuration();
    }

    /** Those with a value, and the one with the pod's name. */
    private static Map<String, Object> variables(Map<String, Map<String, Object>> resources) {
        Map<String, Object> variables = new HashMap<>();
        for (Object variable : (List<?>) at(container(resources), "env")) {
            Map<?, ?> fields = (Map<?, ?>) variable;
            String name = (String) at(fields, "name");
            if (fields.containsKey("value")) {
                variables.put(name, at(fields, "value"));
            } else if (fields.toString().contains("metadata.name")) {
                variables.put(name, POD);
            }
        }
        return variables;
    }

    private static Object container(Map<String, Map<String, Object>> resources) {
        return at(resources, "StatefulSet/dq-mqtt-dq", "spec", "template", "spec", "containers", 0);
    }
}
