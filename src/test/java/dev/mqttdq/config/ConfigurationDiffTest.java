package dev.mqttdq.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.config.ConfigurationDiff.Kind;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationDiffTest {

    @Test
    void spellingOrderAndWrittenDefaultsAreNoDifference() {
        assertThat(between("", "maxInflight = \"32\", queue { sync = always }, queueSegBytes = 104857600")
                        .isEmpty())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "remote_topic = \"x/${topic}\"",
                "remote_qos = 1",
                "remote_retain = false",
                "max_publish_retries = 3",
                "max_publish_rate = 10",
                "enqueue_timeout_ms = 10",
                "queue.max_total_bytes = 5MB",
                "queue.max_total_bytes = 5MB, remote_qos = 0",
            })
    void whatIsReadForEachMessageNeedsNoRebuild(String field) {
        assertThat(between("", field)).isEqualTo(changed(Kind.SENDING_ONLY));
        assertThat(between(field, "")).isEqualTo(changed(Kind.SENDING_ONLY));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "remote = r2",
                "proto_ver = v5",
                "clientid_prefix = x",
                "keepalive_s = 10",
                "pool_size = 2",
                "buffer_pool_size = 8",
                "filter_topic = \"b/#\"",
                "max_inflight = 10",
                "ack_timeout_s = 10",
                "queue.base_dir = other",
                "queue.seg_bytes = 5MB",
                "queue.sync = os",
                "queue.sync = os, remote_qos = 1",
            })
    void everythingElseNeedsOne(String field) {
        assertThat(between("", field)).isEqualTo(changed(Kind.REBUILD));
    }

    @Test
    void remoteAndLocalBelongToTheBridge() {
        Configuration before = configuration("", "");

        assertThat(ConfigurationDiff.between(
                        before, configuration("", "remotes.r1.password = p, remotes.r1.username = u")))
                .isEqualTo(changed(Kind.REBUILD));
        assertThat(ConfigurationDiff.between(before, configuration("", "remotes.unused.username = u")))
                .satisfies(diff -> assertThat(diff.isEmpty()).isTrue());
        assertThat(ConfigurationDiff.between(before, configuration("", "local.keepalive_s = 1")))
                .isEqualTo(new ConfigurationDiff(
                        Set.of(), Set.of(), Set.of(), Map.of("b", Kind.REBUILD, "other", Kind.REBUILD), false));
    }

    @Test
    void sharingBelongsToEveryBridgeAndPeersToNone() {
        Configuration before = clustered("peers", "a:1");

        assertThat(ConfigurationDiff.between(before, clustered("peers", "a:1,b:1"))
                        .isEmpty())
                .isTrue();
        assertThat(ConfigurationDiff.between(before, clustered("timeout_ms", "100"))
                        .isEmpty())
                .isTrue();
        assertThat(ConfigurationDiff.between(before, clustered("share_group", "other")))
                .isEqualTo(changed(Kind.REBUILD));
        assertThat(ConfigurationDiff.between(before, clustered("enabled", "false")))
                .isEqualTo(changed(Kind.REBUILD));
    }

    @Test
    void bridgesOfOneFilterShareInGroupsOfTheirOwn() {
        Configuration one = clustered("share_group", "g");
        Configuration two = ConfigurationSources.hocon("""
                        bridges.b { filter_topic = "a/#", remote_topic = "up/${topic}", remote = r }
                        bridges.twin { filter_topic = "a/#", remote_topic = "too/${topic}", remote = r }
                        bridges.off { filter_topic = "a/+", remote_topic = "too/${topic}", remote = r }
                        remotes.r.server = h
                        """)
                .property("mqtt-dq.cluster.enabled", "true")
                .property("mqtt-dq.cluster.share_group", "g")
                .configuration();

        assertThat(two.bridges().values()).extracting(two::shareGroup).containsExactly("g.b", "g", "g.twin");
        assertThat(ConfigurationDiff.between(one, two))
                .isEqualTo(new ConfigurationDiff(
                        Set.of("off", "twin"), Set.of(), Set.of(), Map.of("b", Kind.REBUILD), false));
    }

    private static Configuration clustered(String key, String value) {
        return ConfigurationSources.hocon("""
                        bridges.b { filter_topic = "a/#", remote_topic = "up/${topic}", remote = r }
                        remotes.r.server = h
                        """)
                .property("mqtt-dq.cluster.enabled", "true")
                .property("mqtt-dq.cluster." + key, value)
                .configuration();
    }

    @Test
    void tellsAddedRemovedDisabledAndEnabledApart() {
        Configuration before = bridges("a enable = false;b;c;d");
        Configuration after = bridges("a;b enable = false, pool_size = 2;d;e");

        assertThat(ConfigurationDiff.between(before, after))
                .isEqualTo(
                        new ConfigurationDiff(Set.of("e"), Set.of("c"), Set.of("b"), Map.of("a", Kind.REBUILD), false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "queues.declare.q.topic_filter = \"a/#\"",
                "queues.max_queue_count = 7",
                "queues.listener.port = 7",
                "queues.from_property = from",
            })
    void queuesAndBridgesDoNotTouchEachOther(String queues) {
        Configuration before = configuration("", "");

        assertThat(ConfigurationDiff.between(before, configuration("", queues)))
                .isEqualTo(new ConfigurationDiff(Set.of(), Set.of(), Set.of(), Map.of(), true));
        assertThat(ConfigurationDiff.between(configuration("", queues), configuration("max_inflight = 7", queues)))
                .isEqualTo(changed(Kind.REBUILD));
    }

    private static ConfigurationDiff changed(Kind kind) {
        return new ConfigurationDiff(Set.of(), Set.of(), Set.of(), Map.of("b", kind), false);
    }

    private static ConfigurationDiff between(String fieldsBefore, String fieldsAfter) {
        return ConfigurationDiff.between(configuration(fieldsBefore, ""), configuration(fieldsAfter, ""));
    }

    private static Configuration configuration(String fields, String more) {
        return ConfigurationSources.hocon("""
                        bridges {
                          other { filter_topic = "a/#", remote_topic = "up/${topic}", remote = r2 }
                          b { filter_topic = "a/#", remote_topic = "up/${topic}", remote = r1 }
                          b { %s }
                        }
                        remotes { r1.server = h, r2.server = h, unused.server = h }
                        %s
                        """.formatted(fields, more)).configuration();
    }

    private static Configuration bridges(String names) {
        StringBuilder text = new StringBuilder("remotes.r.server = h\n");
        for (String bridge : names.split(";", -1)) {
            text.append("bridges.%s { filter_topic = a, remote_topic = b, remote = r, %s }\n"
                    .formatted(bridge.substring(0, 1), bridge.substring(1)));
        }
        return ConfigurationSources.hocon(text.toString()).configuration();
    }
}
