package dev.mqttdq.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VariablesTest {

    @Test
    void putsInTheExactValue() {
        String value = "  a$b ${topic} \\ c#d\n";

        RemoteSettings remote = ConfigurationSources.valid(
                        "", "username = \"${EMQXDQ_USER}\", password = \"${EMQXDQ_PASSWORD}\"")
                .variable("EMQXDQ_USER", "")
                .variable("EMQXDQ_PASSWORD", value)
                .property("mqtt-dq.bridges.b.proto-ver", "v5")
                .remote();

        assertThat(remote.username()).isEmpty();
        assertThat(remote.password().value()).isEqualTo(value);
        assertThat(remote.toString()).doesNotContain("a$b");
    }

    @Test
    void worksInEveryTextAlsoFromSpring() {
        BridgeSettings bridge = ConfigurationSources.valid("", "server = \"${EMQXDQ_SERVER}\"")
                .property("mqtt-dq.bridges.b.filter-topic", "${EMQXDQ_FILTER}")
                .property("mqtt-dq.bridges.b.remote-topic", "${EMQXDQ_TEMPLATE}")
                .property("mqtt-dq.bridges.b.remote-qos", "${EMQXDQ_QOS}")
                .variable("EMQXDQ_SERVER", "[::1]:7")
                .variable("EMQXDQ_FILTER", "f/+")
                .variable("EMQXDQ_TEMPLATE", "t/${topic}")
                .variable("EMQXDQ_QOS", "${qos}")
                .bridge();

        assertThat(bridge.remote().address()).isEqualTo(new ServerAddress("::1", 7));
        assertThat(bridge.filterTopic().value()).isEqualTo("f/+");
        assertThat(bridge.remoteTopic().value()).isEqualTo("t/${topic}");
        assertThat(bridge.remoteQos()).isEqualTo(QosRule.KEEP);
    }

    @Test
    void unsetOneStaysAndIsAnErrorButNoProblem() {
        LoadedConfiguration loaded = ConfigurationSources.valid(
                        "remote_topic = \"${EMQXDQ_TEMPLATE}\"",
                        "server = \"${EMQXDQ_SERVER}\", ssl.sni = \"${EMQXDQ_SNI}\", password = \"${EMQXDQ_P}\", username = u")
                .load();

        BridgeSettings bridge =
                loaded.configuration().bridges().values().iterator().next();
        assertThat(bridge.remote().server()).isEqualTo("${EMQXDQ_SERVER}");
        assertThat(bridge.remote().address()).isNull();
        assertThat(bridge.remote().unresolvedVariable()).contains("EMQXDQ_SERVER");
        assertThat(bridge.remote().password().value()).isEqualTo("${EMQXDQ_P}");
        assertThat(bridge.remoteTopic().value()).isEqualTo("${EMQXDQ_TEMPLATE}");
        assertThat(loaded.notices())
                .hasSize(4)
                .allSatisfy(notice -> assertThat(notice.severity()).isEqualTo(Notice.Severity.ERROR));
        assertThat(loaded.notices())
                .extracting(Notice::text)
                .contains("remotes.r.server names the environment variable EMQXDQ_SERVER, which is not set");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "p-${EMQXDQ_X}",
                "${EMQXDQ_X} ",
                "${EMQXDQ_X}\\n",
                "${EMQXDQ_X}${EMQXDQ_X}",
                "${emqxdq_X}",
                "${HOME}",
                "${topic}",
                "${EMQXDQ_X:default}",
                "\\\\${EMQXDQ_X}",
                "#{EMQXDQ_X}",
                "$EMQXDQ_X",
            })
    void substitutesNothingElse(String text) {
        String value = ConfigurationSources.valid("proto_ver = v5", "password = \"" + text + "\"")
                .variable("EMQXDQ_X", "x")
                .variable("HOME", "x")
                .property("EMQXDQ_X", "x")
                .remote()
                .password()
                .value();

        assertThat(value).isEqualTo(text.replace("\\n", "\n").replace("\\\\", "\\"));
    }

    @Test
    void springPropertiesOfThatNameAreNoVariables() {
        assertThat(ConfigurationSources.valid("proto_ver = v5", "password = \"${EMQXDQ_X}\"")
                        .property("EMQXDQ_X", "x")
                        .remote()
                        .password()
                        .value())
                .isEqualTo("${EMQXDQ_X}");
    }
}
