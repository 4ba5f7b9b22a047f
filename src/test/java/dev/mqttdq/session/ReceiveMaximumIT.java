package dev.mqttdq.session;

import static io.netty.handler.codec.mqtt.MqttMessageType.PUBLISH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.config.Secret;
import dev.mqttdq.config.ServerAddress;
import dev.mqttdq.config.SslSettings;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import dev.mqttdq.testkit.Reaction;
import dev.mqttdq.testkit.ScriptedPeer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReceiveMaximumIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** The client counts later than it tells, so its own limit would refuse what there is room for. */
    @ParameterizedTest
    @EnumSource
    void isLeftToWhoeverPublishes(Qos qos) {
        Told told = new Told();
        try (ScriptedPeer peer = ScriptedPeer.started()) {
            peer.connack(properties -> properties.receiveMaximum(1)).on(PUBLISH, Reaction.SILENCE);
            MqttConnection connection = Connections.create(settings(peer.port()), new HandOver(Long.MAX_VALUE), told);
            connection.connect();
            await().atMost(PATIENCE).until(() -> told.connacks.size() == 1);

            connection.publish(message(Qos.AT_LEAST_ONCE), told);
            connection.publish(message(qos), told);

            peer.awaitReceived(PUBLISH, 2);
            assertThat(told.connacks.get(0).receiveMaximum()).isOne();
            assertThat(told.failures).isEmpty();
            connection.abort();
        }
    }

    private static OutboundPublish message(Qos qos) {
        return new OutboundPublish("t", new byte[] {1}, qos, false, MessageProperties.NONE);
    }

    private static SessionSettings settings(int port) {
        return new SessionSettings(
                new ServerAddress("127.0.0.1", port),
                SslSettings.OFF,
                ProtocolVersion.V5,
                "receive-maximum",
                "",
                Secret.NONE,
                Duration.ofMinutes(1),
                true,
                Duration.ZERO,
                0,
                false);
    }

    private static final class Told implements ConnectionListener, PublishListener {

        private final List<Connack> connacks = new CopyOnWriteArrayList<>();
        private final List<RemoteException> failures = new CopyOnWriteArrayList<>();

        @Override
        public void connected(Connack connack) {
            connacks.add(connack);
        }

        @Override
        public void lost(RemoteException reason) {
            failures.add(reason);
        }

        @Override
        public void arrived(InboundPublish publish) {
            throw new IllegalStateException("nothing is subscribed to");
        }

        @Override
        public void unreadable(int packetId, Qos qos, String topic) {
            throw new IllegalStateException("nothing is subscribed to");
        }

        @Override
        public void published() {}

        @Override
        public void failed(RemoteException reason) {
            failures.add(reason);
        }
    }
}
