package dev.mqttdq.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.config.Secret;
import dev.mqttdq.config.ServerAddress;
import dev.mqttdq.config.SslSettings;
import dev.mqttdq.message.Qos;
import dev.mqttdq.testkit.ScriptedPeer;
import io.netty.handler.codec.mqtt.MqttProperties;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A connection knows of messages that were read from its socket and that nobody was told of yet. */
class CaughtUpIT {

    @ParameterizedTest
    @CsvSource({"V4,0", "V4,1", "V4,2", "V5,0", "V5,1", "V5,2"})
    void onlyWhenTheListenerWasToldOfAllThatCameIn(ProtocolVersion version, int qos) {
        Slow listener = new Slow();
        try (ScriptedPeer peer = ScriptedPeer.started()) {
            MqttConnection connection =
                    Connections.create(settings(version, peer.port()), new HandOver(1 << 20), listener);
            connection.connect();
            await().until(() -> listener.connected.getCount() == 0);
            assertThat(connection.isCaughtUp()).isTrue();

            peer.publish("t", new byte[1], qos, false, 1, MqttProperties.NO_PROPERTIES);
            peer.publish("t", new byte[1], qos, false, 2, MqttProperties.NO_PROPERTIES);
            await().until(() -> listener.told.get() == 1);
            assertThat(connection.isCaughtUp()).isFalse();

            listener.released.countDown();
            await().until(() -> listener.told.get() == 2 && connection.isCaughtUp());
            connection.abort();
        }
    }

    private static SessionSettings settings(ProtocolVersion version, int port) {
        return new SessionSettings(
                new ServerAddress("127.0.0.1", port),
                SslSettings.OFF,
                version,
                "caught-up",
                "",
                Secret.NONE,
                Duration.ofMinutes(1),
                true,
                Duration.ZERO,
                100,
                true);
    }

    /** Held up by the first message. */
    private static final class Slow implements ConnectionListener {

        private final CountDownLatch connected = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private final AtomicInteger told = new AtomicInteger();

        @Override
        public void connected(Connack connack) {
            connected.countDown();
        }

        @Override
        public void lost(RemoteException reason) {
            released.countDown();
        }

        @Override
        public void arrived(InboundPublish publish) {
            told.incrementAndGet();
            try {
                released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void unreadable(int packetId, Qos qos, String topic) {
            throw new IllegalStateException("all are readable");
        }
    }
}
