package dev.mqttdq.deployment;

import static dev.mqttdq.deployment.Manifest.at;
import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import dev.mqttdq.config.ClusterSettings;
import dev.mqttdq.config.Configuration;
import dev.mqttdq.config.ConfigurationLoader;
import dev.mqttdq.config.MessageQueuesSettings;
import dev.mqttdq.config.Secret;
import dev.mqttdq.config.ServerAddress;
import dev.mqttdq.hocon.ConfigFileFormats;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.ssl.SslProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;

/** What the service makes of the ConfigMap and the variables that the chart gives to its replicas. */
class ReplicasTest {

    private static final Path FULL = Path.of("src", "test", "resources", "deployment", "full-values.yaml");

    private static final String HASH = "{bcrypt}$2a$10$0123456789012345678901uSEbUF0fL7xhEVH3l2W4Zd5kM3hJ5bC";

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
    void letConsumersInWhereTheChartSaysSo() throws IOException {
        MessageQueuesSettings.Listener listener = configuration(
                        Manifest.parse(chart.withValuesFile(FULL).call()))
                .queues()
                .listener();

        assertThat(listener.enabled()).isEqualTo(MessageQueuesSettings.Switch.ON);
        assertThat(listener.port()).isEqualTo(8883);
        assertThat(listener.sslBundle()).isEqualTo("listener");
    }

    @Test
    void letNoConsumersInByDefault() throws IOException {
        assertThat(configuration(Manifest.parse(chart.call()))
                        .queues()
                        .listener()
                        .enabled())
                .isEqualTo(MessageQueuesSettings.Switch.OFF);
    }

    @Test
    void haveTheCertificateThatTheSecretHolds() throws IOException {
        StandardEnvironment environment =
                environment(Manifest.parse(chart.withValuesFile(FULL).call()));

        assertThat(Binder.get(environment)
                        .bind("spring.ssl", SslProperties.class)
                        .get()
                        .getBundle()
                        .getPem())
                .hasEntrySatisfying("listener", bundle -> {
                    assertThat(bundle.isReloadOnUpdate()).isTrue();
                    assertThat(bundle.getKeystore().getCertificate()).isEqualTo("file:/listener-tls/tls.crt");
                    assertThat(bundle.getKeystore().getPrivateKey()).isEqualTo("file:/listener-tls/tls.key");
                });
    }

    @Test
    void knowConsumersByHashesFromASecret(@TempDir Path directory) throws IOException {
        Map<String, Map<String, Object>> resources =
                Manifest.parse(chart.withValuesFile(FULL).call());
        Path file = Files.writeString(directory.resolve("bridges.conf"), (String)
                at(resources, "ConfigMap/dq-mqtt-dq", "data", "bridges.conf"));
        StandardEnvironment environment = environment(resources);
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("arguments", Map.of("mqtt-dq.config-file", file.toString())));

        MessageQueuesSettings queues = new ConfigurationLoader(
                        environment, new ConfigFileFormats(), name -> name.equals("EMQXDQ_WORKER_HASH") ? HASH : null)
                .load()
                .configuration()
                .queues();

        assertThat(queues.declared()).containsOnlyKeys("orders");
        assertThat(queues.listener().users()).containsEntry("worker", new Secret(HASH));
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
        return new ConfigurationLoader(environment(resources), new ConfigFileFormats(), name -> null)
                .load()
                .configuration();
    }

    private static StandardEnvironment environment(Map<String, Map<String, Object>> resources) throws IOException {
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
        return environment;
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
