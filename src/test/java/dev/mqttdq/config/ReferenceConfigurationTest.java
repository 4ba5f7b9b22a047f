package dev.mqttdq.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.message.TopicFilter;
import dev.mqttdq.message.TopicTemplate;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReferenceConfigurationTest {

    @Test
    void takesTheReferenceExampleUnchanged() {
        Configuration configuration =
                ConfigurationSources.resource("reference.hocon").configuration();

        RemoteSettings cloud = new RemoteSettings(
                "cloud",
                "cloud-broker.example.com:8883",
                new ServerAddress("cloud-broker.example.com", 8883),
                "bridge_user",
                new Secret("secret"),
                new SslSettings(true, SslSettings.Verify.VERIFY_NONE, null, false, null, null, null));
        assertThat(configuration.remotes()).containsOnlyKeys("cloud").containsValue(cloud);
        assertThat(configuration.bridges())
                .containsOnlyKeys("to-cloud")
                .containsValue(new BridgeSettings(
                        "to-cloud",
                        true,
                        cloud,
                        ProtocolVersion.V4,
                        "emqx-dq-to-cloud-",
                        Duration.ofMinutes(1),
                        4,
                        4,
                        new TopicFilter("devices/#"),
                        new TopicTemplate("fwd/${topic}"),
                        Duration.ofSeconds(5),
                        32,
                        QosRule.KEEP,
                        RetainRule.KEEP,
                        -1,
                        Duration.ofSeconds(30),
                        0,
                        0,
                        new QueueSettings(
                                Path.of("data/emqx_bridge_mqtt_dq").toAbsolutePath(),
                                104_857_600,
                                1_073_741_824,
                                QueueSettings.Sync.ALWAYS)));
    }

    @Test
    void yamlMeansTheSame() {
        assertThat(ConfigurationSources.resource("reference.yaml").configuration())
                .isEqualTo(ConfigurationSources.resource("reference.hocon").configuration());
    }

    @Test
    void propertiesMeanTheSame() {
        assertThat(ConfigurationSources.properties("reference.properties").configuration())
                .isEqualTo(ConfigurationSources.resource("reference.hocon").configuration());
    }

    @Test
    void variablesNamedLikePlaceholdersChangeNothing() {
        for (String source : new String[] {"reference.hocon", "reference.yaml", "reference.properties"}) {
            ConfigurationSources sources = source.endsWith("properties")
                    ? ConfigurationSources.properties(source)
                    : ConfigurationSources.resource(source);
            sources.variable("TOPIC", "x")
                    .variable("topic", "x")
                    .variable("QOS", "0")
                    .variable("qos", "0")
                    .variable("RETAIN", "true")
                    .variable("retain", "true")
                    .property("topic", "x")
                    .property("qos", "0")
                    .property("retain", "true");

            assertThat(sources.configuration())
                    .as(source)
                    .isEqualTo(ConfigurationSources.resource("reference.hocon").configuration());
        }
    }

    @Test
    void formatAndOrderAndWrittenDefaultsMakeNoDifference() {
        ConfigurationSources terse = ConfigurationSources.hocon("""
                remotes.cloud { ssl.enable = true, password = secret, username = bridge_user
                  server = cloud-broker.example.com }
                bridges.to-cloud { remote_topic = "fwd/${topic}", filter_topic = "devices/#", remote = cloud }
                """);

        assertThat(terse.configuration())
                .isEqualTo(ConfigurationSources.resource("reference.hocon").configuration());
    }
}
