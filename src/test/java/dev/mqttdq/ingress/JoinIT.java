package dev.mqttdq.ingress;

import static io.netty.handler.codec.mqtt.MqttMessageType.CONNECT;
import static io.netty.handler.codec.mqtt.MqttMessageType.SUBSCRIBE;
import static io.netty.handler.codec.mqtt.MqttMessageType.UNSUBSCRIBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.store.PropertiesFile;
import dev.mqttdq.testkit.LocalSide;
import dev.mqttdq.testkit.MemoryQueue;
import dev.mqttdq.testkit.Reaction;
import dev.mqttdq.testkit.ScriptedPeer;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A session whose filter was changed: the old one is taken out, whatever comes in between. */
class JoinIT {

    private static final int NOT_AUTHORIZED = 0x87;

    @TempDir
    private Path directory;

    private Path notes;

    @BeforeEach
    void choose() {
        notes = directory.resolve("sessions.properties");
    }

    private LocalSide.Builder side(ScriptedPeer broker, String filter) {
        return LocalSide.at(broker.port()).filter(filter).sessions(new LocalSessionNotes(notes));
    }

    private void subscribedBefore(ScriptedPeer broker, ProtocolVersion version) {
        try (LocalSide before = side(broker, "a/#").version(version).start(new MemoryQueue())) {
            before.awaitSubscribed();
        }
        broker.sessionPresent(true);
    }

    @ParameterizedTest
    @EnumSource(names = {"V4", "V5"})
    void asksAgainWhereTheConnectionIsLostBeforeTheBrokerHasAnswered(ProtocolVersion version) {
        try (ScriptedPeer broker = ScriptedPeer.started()) {
            subscribedBefore(broker, version);
            broker.once(UNSUBSCRIBE, Reaction.CUT);

            try (LocalSide side = side(broker, "b/#").version(version).start(new MemoryQueue())) {
                broker.awaitReceived(UNSUBSCRIBE, 2);
                side.awaitSubscribed();
                awaitNoted("2 b/#");
            }
        }
    }

    @Test
    void asksAgainAfterARestartInBetween() {
        try (ScriptedPeer broker = ScriptedPeer.started()) {
            subscribedBefore(broker, ProtocolVersion.V5);
            broker.on(UNSUBSCRIBE, Reaction.SILENCE);
            try (LocalSide side = side(broker, "b/#").start(new MemoryQueue())) {
                broker.awaitReceived(UNSUBSCRIBE, 1);
                side.awaitSubscribed();
            }

            broker.on(UNSUBSCRIBE, Reaction.ANSWER);
            try (LocalSide side = side(broker, "b/#").start(new MemoryQueue())) {
                broker.awaitReceived(UNSUBSCRIBE, 2);
                side.awaitSubscribed();
                awaitNoted("2 b/#");
            }
        }
    }

    @Test
    void asksAgainOnTheNextConnectionWhereTheBrokerRefuses() {
        try (ScriptedPeer broker = ScriptedPeer.started()) {
            subscribedBefore(broker, ProtocolVersion.V5);
            broker.once(UNSUBSCRIBE, Reaction.reason(NOT_AUTHORIZED));
            try (LocalSide side = side(broker, "b/#").start(new MemoryQueue())) {
                broker.awaitReceived(UNSUBSCRIBE, 1);
                side.awaitSubscribed();

                broker.cut();

                broker.awaitReceived(UNSUBSCRIBE, 2);
                awaitNoted("2 b/#");
            }
        }
    }

    @Test
    void asksNoMoreOnceTheBrokerHasConfirmed() {
        try (ScriptedPeer broker = ScriptedPeer.started()) {
            subscribedBefore(broker, ProtocolVersion.V5);
            try (LocalSide side = side(broker, "b/#").start(new MemoryQueue())) {
                side.awaitSubscribed();
                awaitNoted("2 b/#");

                broker.cut();

                broker.awaitReceived(CONNECT, 3);
                broker.awaitReceived(SUBSCRIBE, 3);
                assertThat(broker.received(UNSUBSCRIBE)).hasSize(1);
            }
        }
    }

    /** Before MQTT 5 it does not ask again for what it has, since that brings retained messages once more. */
    @Test
    void subscribesAgainAfterALeaveThatWasNotFinished() {
        try (ScriptedPeer broker = ScriptedPeer.started()) {
            subscribedBefore(broker, ProtocolVersion.V4);
            broker.on(UNSUBSCRIBE, Reaction.SILENCE);
            try (LocalSide side =
                    side(broker, "a/#").version(ProtocolVersion.V4).start(new MemoryQueue())) {
                side.leave();
                broker.awaitReceived(UNSUBSCRIBE, 1);
            }

            try (LocalSide side =
                    side(broker, "a/#").version(ProtocolVersion.V4).start(new MemoryQueue())) {
                side.awaitSubscribed();
                assertThat(broker.received(SUBSCRIBE)).hasSize(2);
            }
        }
    }

    private void awaitNoted(String subscribed) {
        await("only " + subscribed + " is noted")
                .untilAsserted(() -> assertThat(PropertiesFile.read(notes).values())
                        .singleElement()
                        .asString()
                        .satisfies(note -> assertThat(note.lines().skip(1)).containsExactly(subscribed)));
    }
}
