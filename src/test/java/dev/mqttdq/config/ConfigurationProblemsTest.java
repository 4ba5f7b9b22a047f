package dev.mqttdq.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationProblemsTest {

    @Test
    void namesAllProblemsAtOnce() {
        ConfigurationSources sources = ConfigurationSources.hocon("""
                bridges {
                  a { remote = nowhere, filter_topic = "x/#/y", remote_topic = "up/#", pool_size = 0, max_inflite = 1 }
                  b { enable = maybe, keepalive_s = "${EMQXDQ_KEEPALIVE}" }
                }
                remotes { r { server = "mqtts://remote.example.com", ssl.certfile = "c.pem" } }
                remote { }
                """);

        assertThatThrownBy(sources::load)
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContainingAll(
                        "bridges.a: remote 'nowhere' not found in remotes config",
                        "bridges.a.filter_topic: may contain '#' only as its whole last level, not 'x/#/y'",
                        "bridges.a.remote_topic: must not contain the wildcards '+' and '#', not 'up/#'",
                        "bridges.a.pool_size: must be an integer of at least 1, not '0'",
                        "bridges.a.max_inflite: unknown key, the nearest known one is 'max_inflight'",
                        "bridges.b.enable: must be true or false, not 'maybe'",
                        "bridges.b.keepalive_s: must be an integer from 0 to 65535 (seconds), not '${EMQXDQ_KEEPALIVE}'",
                        "bridges.b.remote: is required",
                        "bridges.b.filter_topic: is required",
                        "bridges.b.remote_topic: is required",
                        "remotes.r.server: must be host:port without a scheme",
                        "remotes.r.ssl.keyfile: is required beside ssl.certfile",
                        "remote: unknown key, the nearest known one is 'remotes'");
        assertThat(sources.problems()).hasSize(13);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "enable = 1",
                "enable = \"yes\"",
                "remote = 7",
                "proto_ver = v6",
                "proto_ver = \"V4\"",
                "clientid_prefix = 7",
                "clientid_prefix = \"a\\u0000b\"",
                "keepalive_s = -1",
                "keepalive_s = 65536",
                "keepalive_s = 1.5",
                "keepalive_s = 60s",
                "keepalive_s = true",
                "keepalive_s = []",
                "pool_size = 0",
                "pool_size = 3000000000",
                "pool_size = 99999999999999999999",
                "buffer_pool_size = 0",
                "filter_topic = \"\"",
                "filter_topic = \"$share/g/a\"",
                "filter_topic = \"a+/b\"",
                "remote_topic = \"\"",
                "remote_topic = \"a/+\"",
                "remote_topic = \"a/${qos}\"",
                "remote_topic = \"a/${HOME}/${topic}\"",
                "remote_topic = \"a/${topics}\"",
                "remote_topic = \"a\\u0000b\"",
                "enqueue_timeout_ms = 0",
                "max_inflight = 0",
                "max_inflight = 65536",
                "remote_qos = 3",
                "remote_qos = \"${retain}\"",
                "remote_retain = 1",
                "max_publish_retries = -2",
                "ack_timeout_s = 0",
                "max_publish_rate = -1",
                "queue.base_dir = \"\"",
                "queue.seg_bytes = 0",
                "queue.seg_bytes = \"100M\"",
                "queue.max_total_bytes = \"1.5\"",
                "queue.max_total_bytes = -1",
                "queue.sync = never",
                "queue = 5",
                "pool_size { a = 1 }",
                "queue.seg_bytes = 1MB, queue_seg_bytes = 2MB",
                "poolSize = 1, pool_size = 1",
                "unknown { }",
            })
    void refusesBridgeField(String field) {
        assertThat(ConfigurationSources.valid(field, "").problems())
                .hasSize(1)
                .allSatisfy(problem -> assertThat(problem.key()).startsWith("bridges.b."));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "server = \"\"",
                "server = \"mqtt://host\"",
                "server = \"host:0\"",
                "server = \"host:65536\"",
                "server = \"host:\"",
                "server = \"host:18x3\"",
                "server = \":1883\"",
                "server = \"::1\"",
                "server = \"fe80::1:1883\"",
                "server = \"[::1\"",
                "server = \"[::1]1883\"",
                "server = \"[host]:1883\"",
                "server = \"[1:2]:1883\"",
                "server = \"host/path\"",
                "server = \"ho st\"",
                "server = \"host:1883\\n\"",
                "server = \"user@host\"",
                "username = 7",
                "password = true",
                "password = [1]",
                "ssl.enable = 0",
                "ssl.verify = verify_all",
                "ssl.sni = \"a b\"",
                "ssl.keyfile = \"k.pem\"",
                "ssl.certfile = \"c.pem\"",
                "ssl.cacert = \"c.pem\"",
                "port = 1883",
            })
    void refusesRemoteField(String field) {
        assertThat(ConfigurationSources.valid("", field).problems())
                .hasSize(1)
                .allSatisfy(problem -> assertThat(problem.key()).startsWith("remotes.r."));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "proto_ver = v3",
                "receive_maximum = 0",
                "receive_maximum = 65536",
                "subscribe_qos = 3",
                "retain_handling = 3",
                "session_expiry_s = 0",
                "keepalive_s = -1",
                "remote = r",
            })
    void refusesLocalField(String field) {
        assertThat(ConfigurationSources.hocon("local { " + field + " }").problems())
                .hasSize(1)
                .allSatisfy(problem -> assertThat(problem.key()).startsWith("local."));
    }

    @ParameterizedTest
    @CsvSource({
        "peers,a",
        "peers,a:1;b:2",
        "timeout-ms,0",
        "share-group,a/b",
        "share-group,''",
        "enabled,yes",
        "peer,a:1"
    })
    void refusesClusterProperty(String key, String value) {
        assertThat(ConfigurationSources.hocon("")
                        .property("mqtt-dq.cluster." + key, value)
                        .problems())
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a.b", "a/b", "ü", "a\\n", ""})
    void refusesNames(String name) {
        String text = "remotes { \"%s\" { server = host } }".formatted(name);

        assertThat(ConfigurationSources.hocon(text).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.toString())
                        .startsWith("remotes: names must consist of letters, digits, '_' and '-'"));
    }

    @Test
    void neverShowsSecrets() {
        ConfigurationSources sources = ConfigurationSources.hocon("""
                        remotes {
                          a { server = "mqtt://user:hunter2@host", password = ["hunter2"], pasword = hunter2 }
                          b { server = "user:hunter2@host@x", password = "hunter2\\u0000" }
                          c { server = host, password = "${EMQXDQ_SECRET}" }
                          d { server = "mqtts://hunter2@host" }
                        }
                        bridges.x { remote = c, filter_topic = a, remote_topic = b }
                        hunter { hunter = hunter2 }
                        """).variable("EMQXDQ_SECRET", "hunter2");

        assertThat(sources.problems())
                .hasSize(8)
                .allSatisfy(problem -> assertThat(problem.toString()).doesNotContain("hunter2"));
        assertThatThrownBy(sources::load).hasMessageNotContaining("hunter2");
    }

    @Test
    void passwordNeedsUsernameBeforeMqtt5() {
        assertThat(ConfigurationSources.valid("proto_ver = v4", "password = p").problems())
                .singleElement()
                .hasToString("remotes.r.password: must not be set without username where bridges.b.proto_ver is v4");
        assertThat(ConfigurationSources.valid("proto_ver = v3", "password = p").problems())
                .hasSize(1);
        assertThat(ConfigurationSources.valid("proto_ver = v5", "password = p").problems())
                .isEmpty();
        assertThat(ConfigurationSources.hocon("local { password = p, proto_ver = v4 }")
                        .problems())
                .hasSize(1);
        assertThat(ConfigurationSources.hocon("local { password = p }").problems())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'#',${topic}", "a/#,a/b/${topic}", "a/+,a/b", "'#',fwd/${topic}"})
    void refusesBridgeThatFeedsItself(String filter, String template) {
        String bridge = "filter_topic = \"%s\", remote_topic = \"%s\"".formatted(filter, template);

        assertThat(ConfigurationSources.valid(bridge, "server = \"localhost:1883\"")
                        .problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.key()).isEqualTo("bridges.b.remote_topic"));
        assertThat(ConfigurationSources.valid(bridge, "").problems()).isEmpty();
        assertThat(ConfigurationSources.valid("", "server = localhost").problems())
                .isEmpty();
    }

    @Test
    void problemsStayOnOneLine() {
        assertThat(ConfigurationSources.valid("", "server = \"a\\nb\\u0007" + "c".repeat(500) + "\"")
                        .problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.value())
                        .startsWith("a\\nb\\u0007ccc")
                        .endsWith("…")
                        .hasSizeLessThan(150));
    }
}
