package dev.mqttdq.egress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.testkit.BridgeSettingsBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClientIdsTest {

    @Test
    void arePrefixAndIndex() {
        assertThat(id(ProtocolVersion.V4, "emqx-dq-a-", null, 0)).isEqualTo("emqx-dq-a-0");
        assertThat(id(ProtocolVersion.V5, "emqx-dq-a-", null, 12)).isEqualTo("emqx-dq-a-12");
        assertThat(id(ProtocolVersion.V5, "x".repeat(100), null, 3)).isEqualTo("x".repeat(100) + "3");
        assertThat(id(ProtocolVersion.V3, "emqx-dq-a-", null, 3)).isEqualTo("emqx-dq-a-3");
    }

    /** 8 hex digits of the SHA-256 of the node's name; worked out outside Java. */
    @Test
    void nameTheNodeAmongSeveral() {
        assertThat(id(ProtocolVersion.V5, "p-", "mqtt-dq-0", 1)).isEqualTo("p-11eeec08-1");
        assertThat(id(ProtocolVersion.V5, "p-", "mqtt-dq-1", 1)).isEqualTo("p-e13b2de1-1");
    }

    @Test
    void fitIntoWhatMqtt31Allows() {
        assertThat(id(ProtocolVersion.V3, "x".repeat(22), null, 3)).isEqualTo("x".repeat(22) + "3");
        assertThat(id(ProtocolVersion.V3, "x".repeat(23), null, 3)).hasSize(23).startsWith("xxxxxxxxxxxxx");
        assertThat(id(ProtocolVersion.V3, "ü".repeat(11), null, 3)).isEqualTo("ü".repeat(11) + "3");
        assertThat(id(ProtocolVersion.V3, "ü".repeat(12), null, 3).getBytes(StandardCharsets.UTF_8))
                .hasSizeLessThanOrEqualTo(23);
    }

    @Test
    void stayUniqueWhenCut() {
        String common = "emqx-dq-a-bridge-with-a-long-name-";
        Set<String> ids = new HashSet<>();
        for (String bridge : new String[] {"one-", "two-", "one", "1-"}) {
            for (String node : new String[] {"mqtt-dq-0", "mqtt-dq-1"}) {
                for (int index = 0; index < 101; index++) {
                    ids.add(id(ProtocolVersion.V3, common + bridge, node, index));
                }
            }
        }

        assertThat(ids)
                .hasSize(4 * 2 * 101)
                .allSatisfy(
                        id -> assertThat(id.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(23));
    }

    @Test
    void areTheSameInEveryRun() {
        assertThat(id(ProtocolVersion.V3, "emqx-dq-a-bridge-with-a-long-name-", null, 7))
                .isEqualTo("emqx-dq-a-bride906169-7");
    }

    private static String id(ProtocolVersion version, String prefix, @Nullable String node, int index) {
        BridgeSettings settings = BridgeSettingsBuilder.to(1883)
                .version(version)
                .clientidPrefix(prefix)
                .build(Path.of("queue"));
        return new ClientIds(settings, node).of(index);
    }
}
