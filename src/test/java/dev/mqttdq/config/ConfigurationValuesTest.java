package dev.mqttdq.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.message.Qos;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationValuesTest {

    @Test
    void nothingConfiguredIsValid() {
        Configuration configuration = ConfigurationSources.hocon("").configuration();

        assertThat(configuration.bridges()).isEmpty();
        assertThat(configuration.remotes()).isEmpty();
        assertThat(configuration.dataDir()).isEqualTo(Path.of("data").toAbsolutePath());
        assertThat(configuration.nodeName()).isNotBlank();
        assertThat(configuration.local())
                .isEqualTo(new LocalSettings(
                        "localhost:1883",
                        new ServerAddress("localhost", 1883),
                        "",
                        Secret.NONE,
                        SslSettings.OFF,
                        ProtocolVersion.V5,
                        Duration.ofMinutes(1),
                        "mqtt-dq-",
                        Duration.ofDays(1),
                        1024,
                        Qos.EXACTLY_ONCE,
                        2));
    }

    @ParameterizedTest
    @CsvSource({
        "host,host,1883",
        "host:1,host,1",
        "192.0.2.7:65535,192.0.2.7,65535",
        "[::1]:1884,::1,1884",
        "[2001:db8::1],2001:db8::1,1883",
        "[::ffff:192.0.2.1],::ffff:192.0.2.1,1883",
        "[fe80::1%eth0]:1883,fe80::1%eth0,1883",
        "my_broker.svc,my_broker.svc,1883",
        "bröker.example,bröker.example,1883",
    })
    void readsServers(String server, String host, int port) {
        RemoteSettings remote =
                ConfigurationSources.valid("", "server = \"" + server + "\"").remote();

        assertThat(remote.address()).isEqualTo(new ServerAddress(host, port));
        assertThat(remote.server()).isEqualTo(new ServerAddress(host, port).toString());
        assertThat(remote.unresolvedVariable()).isEmpty();
    }

    @Test
    void tlsHasItsOwnDefaultPort() {
        assertThat(ConfigurationSources.valid("", "ssl.enable = true").remote().address())
                .isEqualTo(new ServerAddress("remote.example.com", 8883));
    }

    @ParameterizedTest
    @CsvSource({
        "1,1",
        "\"1048576\",1048576",
        "100MB,104857600",
        "\"100mb\",104857600",
        "\"100 Mb\",104857600",
        "\"1.5GB\",1610612736",
        "\"0.5KB\",512",
        "\"1kB\",1024",
        "8000000000GB,8589934592000000000",
    })
    void readsSizesInStepsOf1024(String size, long bytes) {
        assertThat(ConfigurationSources.valid("queue.seg_bytes = " + size, "")
                        .bridge()
                        .queue()
                        .segBytes())
                .isEqualTo(bytes);
        assertThat(ConfigurationSources.valid("queue_seg_bytes = " + size, "")
                        .bridge()
                        .queue()
                        .segBytes())
                .isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pool_size", "pool-size", "poolSize"})
    void takesSnakeKebabAndCamelCase(String key) {
        assertThat(ConfigurationSources.valid(key + " = 3", "").bridge().poolSize())
                .isEqualTo(3);
        assertThat(ConfigurationSources.valid("", "")
                        .property("mqtt-dq.bridges.b." + key, "3")
                        .bridge()
                        .poolSize())
                .isEqualTo(3);
    }

    @Test
    void readsRulesQuotedOrNot() {
        BridgeSettings plain = ConfigurationSources.valid("remote_qos = 1, remote_retain = false", "")
                .bridge();
        BridgeSettings quoted = ConfigurationSources.valid("remote_qos = \"1\", remote_retain = \"false\"", "")
                .bridge();

        assertThat(plain).isEqualTo(quoted);
        assertThat(plain.remoteQos()).isEqualTo(new QosRule(Qos.AT_LEAST_ONCE));
        assertThat(plain.remoteRetain()).isEqualTo(RetainRule.FALSE);
    }

    @Test
    void readsTls() {
        assertThat(ConfigurationSources.valid("", """
                                ssl { enable = true, verify = verify_peer, sni = broker.example.com
                                  cacertfile = "/tls/ca.pem", certfile = "/tls/c.pem", keyfile = "/tls/k.pem" }
                                """).remote().ssl())
                .isEqualTo(new SslSettings(
                        true,
                        SslSettings.Verify.VERIFY_PEER,
                        "broker.example.com",
                        false,
                        Path.of("/tls/ca.pem"),
                        Path.of("/tls/c.pem"),
                        Path.of("/tls/k.pem")));
        assertThat(ConfigurationSources.valid("", "ssl.sni = disable").remote().ssl())
                .extracting(SslSettings::sniDisabled, SslSettings::sni)
                .containsExactly(true, null);
    }

    @Test
    void emptyPrefixIsTheDefault() {
        assertThat(ConfigurationSources.valid("clientid_prefix = \"\"", "").bridge())
                .isEqualTo(ConfigurationSources.valid("", "").bridge());
    }

    @Test
    void queueDirectoryIsRelativeToTheDataDirectory() {
        assertThat(ConfigurationSources.valid("queue.base_dir = q", "")
                        .property("mqtt-dq.data-dir", "/var/lib/mqtt-dq")
                        .bridge()
                        .queue()
                        .baseDir())
                .isEqualTo(Path.of("/var/lib/mqtt-dq/q"));
        assertThat(ConfigurationSources.valid("queue.base_dir = \"/q\"", "")
                        .bridge()
                        .queue()
                        .baseDir())
                .isEqualTo(Path.of("/q"));
    }

    @Test
    void readsClusterProperties() {
        ConfigurationSources indexed = ConfigurationSources.hocon("")
                .property("mqtt-dq.cluster.enabled", true)
                .property("mqtt-dq.cluster.peers[1]", "b:2")
                .property("mqtt-dq.cluster.peers[0]", "a:1")
                .property("mqtt-dq.cluster.timeout_ms", 100)
                .property("mqtt-dq.cluster.share-group", "g");
        ConfigurationSources commas = ConfigurationSources.hocon("")
                .property("mqtt-dq.cluster.enabled", "true")
                .property("mqtt-dq.cluster.peers", "a:1, b:2")
                .property("mqtt-dq.cluster.timeout-ms", "100")
                .property("mqtt-dq.cluster.shareGroup", "g");

        assertThat(indexed.configuration().cluster().peers())
                .containsExactly(new ServerAddress("a", 1), new ServerAddress("b", 2));
        assertThat(indexed.configuration()).isEqualTo(commas.configuration());
    }

    @Test
    void warnsOfUnevenPools() {
        assertThat(ConfigurationSources.valid("pool_size = 4, buffer_pool_size = 8", "")
                        .load()
                        .notices())
                .isEmpty();
        assertThat(ConfigurationSources.valid("pool_size = 4, buffer_pool_size = 5", "")
                        .load()
                        .notices())
                .singleElement()
                .satisfies(notice -> {
                    assertThat(notice.severity()).isEqualTo(Notice.Severity.WARNING);
                    assertThat(notice.text()).startsWith("bridges.b.buffer_pool_size is no multiple of pool_size");
                });
        assertThat(ConfigurationSources.valid("pool_size = 4, buffer_pool_size = 2", "")
                        .load()
                        .notices())
                .singleElement()
                .satisfies(notice -> assertThat(notice.text()).contains("is smaller than pool_size"));
    }

    @Test
    void warnsOfClientIdsThatWouldTakeEachOtherOver() {
        String bridge = "{ remote = r, filter_topic = a, remote_topic = b, clientid_prefix = same }";

        assertThat(ConfigurationSources.hocon("remotes.r.server = h, bridges { x " + bridge + ", y " + bridge + " }")
                        .load()
                        .notices())
                .singleElement()
                .satisfies(notice -> assertThat(notice.text()).startsWith("bridges.y.clientid_prefix"));
    }
}
