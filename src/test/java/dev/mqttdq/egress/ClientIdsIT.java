package dev.mqttdq.egress;

import static io.netty.handler.codec.mqtt.MqttMessageType.CONNECT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.testkit.BridgeSettingsBuilder;
import dev.mqttdq.testkit.Packet;
import dev.mqttdq.testkit.RemoteSide;
import dev.mqttdq.testkit.ScriptedPeer;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Who a bridge says it is. */
@Execution(ExecutionMode.CONCURRENT)
class ClientIdsIT {

    private static final String LONG = "emqx-dq-a-name-of-thirty-characters-";

    @TempDir
    Path directory;

    private final ScriptedPeer peer = ScriptedPeer.started();

    @AfterEach
    void stop() {
        peer.close();
    }

    @Test
    void idsBeforeMqtt311AreShortAndTellBridgesApart() {
        Set<String> first = ids(LONG + "1-", ProtocolVersion.V3);
        Set<String> second = ids(LONG + "2-", ProtocolVersion.V3);
        Set<String> all = new HashSet<>(first);
        all.addAll(second);

        assertThat(all).hasSize(6).allMatch(id -> id.getBytes(StandardCharsets.UTF_8).length <= 23);
        assertThat(ids(LONG + "1-", ProtocolVersion.V3)).isEqualTo(first);
    }

    @ParameterizedTest
    @EnumSource(names = {"V4", "V5"})
    void laterIdsAreThePrefixAndTheIndex(ProtocolVersion version) {
        assertThat(ids(LONG, version)).containsExactlyInAnyOrder(LONG + "0", LONG + "1", LONG + "2");
    }

    private Set<String> ids(String prefix, ProtocolVersion version) {
        int before = peer.received(CONNECT).size();
        try (RemoteSide bridge = RemoteSide.started(BridgeSettingsBuilder.to(peer.port())
                .version(version)
                .connections(3)
                .partitions(3)
                .clientidPrefix(prefix)
                .build(directory))) {
            bridge.awaitConnected();
        }
        return peer.received(CONNECT).stream()
                .skip(before)
                .map(packet -> packet.connect().payload().clientIdentifier())
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @CsvSource({"u,p,true,true", "u,'',true,false", "'','',false,false"})
    void sendsCredentialsOnlyWhereThereAreSome(String username, String password, boolean user, boolean pass) {
        for (ProtocolVersion version : ProtocolVersion.values()) {
            try (RemoteSide bridge = RemoteSide.started(BridgeSettingsBuilder.to(peer.port())
                    .version(version)
                    .login(username, password)
                    .build(directory))) {
                bridge.awaitConnected();
            }
        }
        assertThat(peer.received(CONNECT)).hasSize(3);
        assertThat(peer.received(CONNECT))
                .extracting(Packet::connect)
                .extracting(MqttConnectMessage::variableHeader)
                .allMatch(header -> header.hasUserName() == user && header.hasPassword() == pass)
                .extracting(header -> header.version())
                .containsExactly(3, 4, 5);
    }
}
