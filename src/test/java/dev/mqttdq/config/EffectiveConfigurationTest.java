package dev.mqttdq.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EffectiveConfigurationTest {

    @Test
    void fillsInDefaultsAndMasksSecrets() {
        Map<String, Object> tree = EffectiveConfiguration.of(
                ConfigurationSources.resource("reference.hocon").configuration());

        assertThat(tree).containsOnlyKeys("bridges", "remotes", "queues");
        assertThat(tree.get("remotes"))
                .isEqualTo(Map.of(
                        "cloud",
                        Map.of(
                                "server",
                                "cloud-broker.example.com:8883",
                                "username",
                                "bridge_user",
                                "password",
                                "******",
                                "ssl",
                                Map.of("enable", true, "verify", "verify_none"))));
        assertThat(tree.toString())
                .contains("remote_topic=fwd/${topic}", "remote_qos=${qos}", "max_inflight=32", "seg_bytes=100MB");
    }

    @Test
    void givenBackItMeansTheSame() {
        ConfigurationSources sources = ConfigurationSources.valid("""
                enable = false, proto_ver = v5, clientid_prefix = c, keepalive_s = 1, pool_size = 2, buffer_pool_size = 6
                enqueue_timeout_ms = 3, max_inflight = 4, remote_qos = 1, remote_retain = true, max_publish_retries = 5
                ack_timeout_s = 6, max_publish_rate = 7
                queue { base_dir = "/q", seg_bytes = 1025, max_total_bytes = "1.5GB", sync = os }
                """, """
                username = u, ssl { enable = true, verify = verify_peer, sni = disable, cacertfile = a, certfile = b,
                  keyfile = c }
                """);
        Configuration configuration = sources.configuration();

        RawSettings again = RawSettings.ofTree(EffectiveConfiguration.of(configuration), Section.OF_FILE);
        Configuration same = new ConfigurationReader(again, new Variables(name -> null))
                .read(configuration.dataDir(), configuration.nodeName())
                .configuration();

        assertThat(same).isEqualTo(configuration);
    }

    @Test
    void showsEveryField() {
        Configuration configuration = ConfigurationSources.valid(
                        "", "username = u, password = p, ssl { sni = s, cacertfile = a, certfile = b, keyfile = c }")
                .configuration();
        BridgeSettings bridge = configuration.bridges().values().iterator().next();

        assertThat(keys(EffectiveConfiguration.of(bridge))).containsExactlyElementsOf(keys(Section.BRIDGES));
        assertThat(keys(EffectiveConfiguration.of(bridge.remote()))).containsExactlyElementsOf(keys(Section.REMOTES));
        assertThat(keys(EffectiveConfiguration.of(configuration.local())))
                .containsAll(keys(Section.LOCAL).stream()
                        .filter(key -> !key.matches("ssl\\.(sni|.*file)"))
                        .toList());
    }

    private static List<String> keys(Section section) {
        return section.fields().stream().map(Field::key).toList();
    }

    private static List<String> keys(Map<?, ?> tree) {
        List<String> keys = new ArrayList<>();
        tree.forEach((key, value) -> {
            if (value instanceof Map<?, ?> group) {
                keys(group).forEach(below -> keys.add(key + "." + below));
            } else {
                keys.add(String.valueOf(key));
            }
        });
        return keys;
    }
}
