package dev.mqttdq.egress;

import static io.netty.handler.codec.mqtt.MqttMessageType.PUBLISH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import dev.mqttdq.message.UserProperty;
import dev.mqttdq.store.DropReason;
import dev.mqttdq.testkit.BridgeSettingsBuilder;
import dev.mqttdq.testkit.Packet;
import dev.mqttdq.testkit.RemoteSide;
import dev.mqttdq.testkit.ScriptedPeer;
import io.netty.handler.codec.mqtt.MqttProperties.MqttPropertyType;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Properties that are more than bytes to be passed on. */
@Execution(ExecutionMode.CONCURRENT)
class ExpiryIT {

    private static final int EXPIRY = MqttPropertyType.PUBLICATION_EXPIRY_INTERVAL.value();

    @TempDir
    Path directory;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private final ScriptedPeer peer = ScriptedPeer.started();

    @AfterEach
    void stop() {
        peer.close();
    }

    @Test
    void countsTheTimeInTheQueueAcrossARestart() {
        try (RemoteSide bridge = open(ProtocolVersion.V5)) {
            bridge.append("short", new byte[0], Qos.AT_LEAST_ONCE, expiry(5));
            bridge.append("long", new byte[0], Qos.AT_LEAST_ONCE, expiry(60));
            bridge.append("never", new byte[0], Qos.AT_LEAST_ONCE, MessageProperties.NONE);
        }
        now.updateAndGet(then -> then.plusSeconds(10));
        try (RemoteSide bridge = open(ProtocolVersion.V5)) {
            bridge.start();
            bridge.awaitDrained();

            assertThat(bridge.counters().drop(DropReason.EXPIRED)).isOne();
            assertThat(bridge.counters().drop()).isOne();
            assertThat(bridge.counters().publish()).isEqualTo(2);
        }
        assertThat(peer.received(PUBLISH)).extracting(Packet::topic).containsExactly("long", "never");
        assertThat(expiryOf(peer.received(PUBLISH).get(0))).isEqualTo(50);
        assertThat(expiryOf(peer.received(PUBLISH).get(1))).isNull();
    }

    @Test
    void aJumpOfTheClockBackwardsExtendsNothing() {
        try (RemoteSide bridge = open(ProtocolVersion.V5)) {
            bridge.append("t", new byte[0], Qos.AT_LEAST_ONCE, expiry(60));
            now.updateAndGet(then -> then.minus(Duration.ofDays(3650)));
            bridge.start();
            bridge.awaitDrained();
        }
        assertThat(expiryOf(peer.received(PUBLISH).get(0))).isEqualTo(60);
    }

    @ParameterizedTest
    @EnumSource(names = {"V3", "V4"})
    void olderRemotesGetThePayloadAndNoProperties(ProtocolVersion version) {
        MessageProperties all = new MessageProperties(
                1, 60L, "text/plain", "answer", new byte[] {0, 1}, List.of(new UserProperty("k", "v")));
        try (RemoteSide bridge = open(version)) {
            bridge.append("t", new byte[] {1, 2, 3}, Qos.AT_LEAST_ONCE, all);
            bridge.append("t", new byte[] {1, 2, 3}, Qos.AT_LEAST_ONCE, expiry(5));
            now.updateAndGet(then -> then.plusSeconds(10));
            bridge.start();
            bridge.awaitDrained();

            assertThat(bridge.counters().drop(DropReason.EXPIRED)).isOne();
        }
        assertThat(peer.received(PUBLISH)).hasSize(1);
        assertThat(peer.received(PUBLISH).get(0).payload()).containsExactly(1, 2, 3);
        assertThat(peer.received(PUBLISH).get(0).message().fixedHeader().remainingLength())
                .isEqualTo(2 + 1 + 2 + 3);
    }

    @ParameterizedTest
    @EnumSource
    void anEmptyPayloadStaysEmpty(Qos qos) {
        try (RemoteSide bridge = open(ProtocolVersion.V5)) {
            bridge.start();
            bridge.append("t", new byte[0], qos, MessageProperties.NONE);
            bridge.awaitDrained();
            peer.awaitReceived(PUBLISH, 1);
        }
        assertThat(peer.received(PUBLISH).get(0).payload()).isEmpty();
        assertThat(peer.received(PUBLISH).get(0).qos()).isEqualTo(qos.value());
    }

    private static MessageProperties expiry(long seconds) {
        return MessageProperties.NONE.withMessageExpiry(seconds);
    }

    private static @Nullable Object expiryOf(Packet packet) {
        var property = packet.properties().getProperty(EXPIRY);
        return property == null ? null : property.value();
    }

    private RemoteSide open(ProtocolVersion version) {
        return RemoteSide.opened(
                BridgeSettingsBuilder.to(peer.port()).version(version).build(directory), now::get);
    }
}
