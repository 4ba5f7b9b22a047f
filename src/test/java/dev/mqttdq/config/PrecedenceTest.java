package dev.mqttdq.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrecedenceTest {

    @Test
    void springWinsOverTheFileLeafByLeaf() {
        BridgeSettings bridge = ConfigurationSources.valid(
                        "max_inflight = 7, queue_seg_bytes = 1MB, queue.max_total_bytes = 5MB", "username = file")
                .property("mqtt-dq.bridges.b.max-inflight", "8")
                .property("mqtt-dq.bridges.b.queue.seg-bytes", "2MB")
                .bridge();

        assertThat(bridge.maxInflight()).isEqualTo(8);
        assertThat(bridge.queue().segBytes()).isEqualTo(2 << 20);
        assertThat(bridge.queue().maxTotalBytes()).isEqualTo(5 << 20);
        assertThat(bridge.remote().username()).isEqualTo("file");
    }

    @Test
    void variablesOfTheSystemWinOverPropertiesAndFindNamesWithDashes() {
        BridgeSettings bridge = ConfigurationSources.resource("reference.hocon")
                .property("mqtt-dq.bridges.to-cloud.max-inflight", "8")
                .variable("MQTT_DQ_BRIDGES_TO_CLOUD_MAX_INFLIGHT", "9")
                .variable("MQTTDQ_BRIDGES_TOCLOUD_QUEUE_SEGBYTES", "3MB")
                .variable("MQTT_DQ_REMOTES_CLOUD_SSL_ENABLE", "false")
                .variable("MQTT_DQ_REMOTES_CLOUD_PASSWORD", "${topic}")
                .variable("mqtt-dq.remotes.cloud.username", "dotted")
                .bridge();

        assertThat(bridge.maxInflight()).isEqualTo(9);
        assertThat(bridge.queue().segBytes()).isEqualTo(3 << 20);
        assertThat(bridge.remote().ssl().enable()).isFalse();
        assertThat(bridge.remote().password().value()).isEqualTo("${topic}");
        assertThat(bridge.remote().username()).isEqualTo("dotted");
    }

    @Test
    void variablesAloneCanMakeABridge() {
        ConfigurationSources sources = ConfigurationSources.hocon("")
                .variable("MQTT_DQ_BRIDGES_UP_REMOTE", "far")
                .variable("MQTT_DQ_BRIDGES_UP_FILTER_TOPIC", "a/#")
                .variable("MQTT_DQ_BRIDGES_UP_REMOTE_TOPIC", "${topic}")
                .variable("MQTT_DQ_REMOTES_FAR_SERVER", "far.example.com")
                .variable("MQTT_DQ_REMOTES_FAR_SSL_ENABLE", "true")
                .variable("MQTT_DQ_LOCAL_SERVER", "near:1884")
                .variable("MQTT_DQ_CLUSTER_SHARE_GROUP", "g");

        Configuration configuration = sources.configuration();
        assertThat(configuration.bridges()).containsOnlyKeys("up");
        assertThat(configuration.remotes()).containsOnlyKeys("far");
        assertThat(configuration.local().address()).isEqualTo(new ServerAddress("near", 1884));
        assertThat(configuration.cluster().shareGroup()).isEqualTo("g");
    }

    @Test
    void leavesVariablesOfKubernetesServicesAlone() {
        assertThat(ConfigurationSources.hocon("")
                        .variable("MQTT_DQ_SERVICE_HOST", "10.0.0.1")
                        .variable("MQTT_DQ_PORT", "tcp://10.0.0.1:8080")
                        .variable("MQTT_DQ_PORT_8080_TCP_ADDR", "10.0.0.1")
                        .variable("MQTT_DQ_BRIDGES_SERVICE_HOST", "10.0.0.1")
                        .configuration())
                .isEqualTo(ConfigurationSources.hocon("").configuration());
    }

    @Test
    void keepsNamesExactly() {
        Configuration configuration = ConfigurationSources.hocon("")
                .property("mqtt-dq.remotes.UPPER_snake-dash.server", "a")
                .property("mqtt-dq.remotes[UPPER_snake-dash].username", "u")
                .property("mqtt-dq.remotes.toCloud2.server", "b")
                .configuration();

        assertThat(configuration.remotes()).containsOnlyKeys("UPPER_snake-dash", "toCloud2");
        assertThat(configuration.remotes().values())
                .extracting(RemoteSettings::username)
                .containsExactly("u", "");
    }

    @Test
    void namesUnknownProperties() {
        assertThat(ConfigurationSources.hocon("")
                        .property("mqtt-dq.bridge.x.remote", "r")
                        .property("mqtt-dq.data-dirs", "r")
                        .property("mqtt-dq.bridges.x", "")
                        .property("mqtt-dq.bridges.dot.key.remote", "r")
                        .problems())
                .extracting(Problem::toString)
                .contains(
                        "mqtt-dq.bridge.x.remote: unknown key, the nearest known one is 'bridges'",
                        "mqtt-dq.data-dirs: unknown key, the nearest known one is 'data-dir'",
                        "bridges.x.remote: is required and must be text",
                        "bridges.dot.key.remote: unknown key, the nearest known one is 'remote'");
    }

    @Test
    void settingsOfTheServiceFollowSpring() {
        Configuration configuration = ConfigurationSources.hocon("")
                .property("mqtt-dq.data-dir", "${BASE}/data")
                .property("mqtt-dq.node-name", "${POD}")
                .property("BASE", "/srv")
                .variable("POD", "mqtt-dq-0")
                .configuration();

        assertThat(configuration.dataDir()).hasToString("/srv/data");
        assertThat(configuration.nodeName()).isEqualTo("mqtt-dq-0");
    }
}
