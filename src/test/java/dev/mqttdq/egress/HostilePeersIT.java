package dev.mqttdq.egress;

import static io.netty.handler.codec.mqtt.MqttMessageType.CONNECT;
import static io.netty.handler.codec.mqtt.MqttMessageType.PUBLISH;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.message.Qos;
import dev.mqttdq.testkit.BridgeSettingsBuilder;
import dev.mqttdq.testkit.Packet;
import dev.mqttdq.testkit.Reaction;
import dev.mqttdq.testkit.RemoteSide;
import dev.mqttdq.testkit.ScriptedPeer;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Remotes that speak no MQTT, or answer what was never said; a healthy one beside them notices nothing. */
@Execution(ExecutionMode.CONCURRENT)
class HostilePeersIT {

    private static final String PUBACK_FOR_NOBODY = "40021234";

    @TempDir
    Path directory;

    private final ScriptedPeer hostile = ScriptedPeer.started();
    private final ScriptedPeer healthy = ScriptedPeer.started();

    @AfterEach
    void stop() {
        hostile.close();
        healthy.close();
    }

    @ParameterizedTest
    @CsvSource({
        // no MQTT at all
        "485454502f312e312034303020426164,V5",
        "485454502f312e312034303020426164,V4",
        "00000000,V5",
        "ffffffff,V4",
        // a CONNACK that is too short, of an unknown code, with broken properties
        "2000,V5",
        "200100,V4",
        "2003004200,V5",
        "20020042,V4",
        "20060000032100,V5",
        "2006000003219999ff,V5",
        // a remaining length of 256 MB, and one that never ends
        "20ffffff7f,V5",
        "20ffffffffffff,V4",
        // something else first
        "40021234,V5",
        "3003000161,V4",
    })
    void survivesAConnackOfJunk(String bytes, ProtocolVersion version) {
        hostile.once(CONNECT, Reaction.bytes(HexFormat.of().parseHex(bytes)).andThen(Reaction.HANG_UP));
        recovers(version);
    }

    private void recovers(ProtocolVersion version) {
        try (RemoteSide suffering = start("suffering", hostile, version);
                RemoteSide fine = start("fine", healthy, version)) {
            suffering.appendEach("t", 0, 5, Qos.AT_LEAST_ONCE);
            fine.appendEach("t", 0, 20, Qos.AT_LEAST_ONCE);
            fine.awaitDrained();
            suffering.awaitDrained();

            assertThat(suffering.counters().publish()).isEqualTo(5);
            assertThat(fine.counters().publish()).isEqualTo(20);
            assertThat(healthy.received(PUBLISH)).hasSize(20);
            assertThat(healthy.connections()).isOne();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                PUBACK_FOR_NOBODY,
                // PUBREC, PUBREL, PUBCOMP, SUBACK, UNSUBACK for nobody
                "50021234",
                "62021234",
                "70021234",
                "9004123400" + "00",
                "b004123400" + "00",
                // a PINGRESP nobody asked for, a second CONNACK, a PUBACK with broken properties, a PUBLISH with a
                // topic that is no
                // UTF-8
                "d000",
                "4006000100031f00",
                "2003000000",
                "30050002ff010061"
            })
    void anAnswerToNothingChangesNothing(String bytes) {
        try (RemoteSide bridge = start("b", hostile, ProtocolVersion.V5)) {
            bridge.awaitConnected();
            hostile.send(HexFormat.of().parseHex(bytes));
            bridge.appendEach("t", 0, 5, Qos.EXACTLY_ONCE);
            bridge.awaitDrained();

            assertThat(bridge.counters().publish()).isEqualTo(5);
            assertThat(hostile.received(PUBLISH).stream().map(Packet::text).distinct())
                    .hasSize(5);
        }
    }

    @ParameterizedTest
    @CsvSource({
        // truncated acknowledgements
        "400100,V5",
        "400100,V4",
        "4000,V5",
        "500100,V5",
        // reserved types and flags, a CONNECT
        "0000,V5",
        "4f020001,V5",
        "10020000,V5",
        // a PUBLISH with a topic longer than itself, with an alias nobody agreed to, with a topic of control characters
        "3003ffff61,V5",
        "300600000323000161,V5",
        "3006000201026100,V5",
        "300500020102" + "61,V4",
        // too long for anything a publisher is sent
        "40ffffff7f,V5",
        "40ffffff7f,V4",
    })
    void renewsAConnectionThatCarriesNonsense(String bytes, ProtocolVersion version) {
        try (RemoteSide bridge = start("b", hostile, version)) {
            bridge.append("t", "0 ", Qos.AT_LEAST_ONCE);
            bridge.awaitDrained();
            hostile.on(PUBLISH, Reaction.SILENCE);
            bridge.append("t", "1 ", Qos.AT_LEAST_ONCE);
            hostile.awaitReceived(PUBLISH, 2);
            hostile.on(PUBLISH, Reaction.ANSWER);
            hostile.send(HexFormat.of().parseHex(bytes));
            hostile.awaitReceived(CONNECT, 2);
            bridge.awaitDrained();

            assertThat(bridge.counters().publish()).isEqualTo(2);
            assertThat(bridge.retried("connection_lost")).isOne();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "\u0000\u0001"})
    void aPublishToAPublisherIsNoReasonToStop(String text) {
        byte[] publish = ("0" + (char) (3 + text.length()) + "\0\1a" + text).getBytes(UTF_8);
        try (RemoteSide bridge = start("b", hostile, ProtocolVersion.V4)) {
            bridge.awaitConnected();
            hostile.send(publish);
            bridge.append("t", "0 ", Qos.AT_LEAST_ONCE);
            bridge.awaitDrained();

            assertThat(bridge.counters().publish()).isOne();
        }
    }

    private RemoteSide start(String name, ScriptedPeer peer, ProtocolVersion version) {
        return RemoteSide.started(BridgeSettingsBuilder.to(peer.port())
                .name(name)
                .clientidPrefix(name + "-")
                .version(version)
                .build(directory));
    }
}
