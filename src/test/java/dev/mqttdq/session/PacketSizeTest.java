package dev.mqttdq.session;

import static io.netty.handler.codec.mqtt.MqttMessageType.PUBLISH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.config.Secret;
import dev.mqttdq.config.ServerAddress;
import dev.mqttdq.config.SslSettings;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import dev.mqttdq.message.UserProperty;
import dev.mqttdq.testkit.Packet;
import dev.mqttdq.testkit.ScriptedPeer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What {@link OutboundPublish#packetSize} says, against what the client writes. */
class PacketSizeTest {

    private static final MessageProperties ALL = new MessageProperties(
            1,
            3_000_000_000L,
            "text/plain; charset=ü",
            "answers/日本",
            new byte[300],
            List.of(new UserProperty("key", "value"), new UserProperty("", ""), new UserProperty("key", "ü")));

    @Test
    void isThatOfThePacketOnTheWire() throws Exception {
        List<OutboundPublish> messages = new ArrayList<>();
        for (Qos qos : Qos.values()) {
            messages.add(publish("a", 0, qos, MessageProperties.NONE));
            messages.add(publish("a/ü/日本/😀", 10, qos, ALL));
        }
        // Around the lengths that take a byte more of the fixed header: 128, 16,384 and 2,097,152
        for (int length :
                new int[] {121, 122, 123, 124, 16_377, 16_378, 16_379, 16_380, 2_097_145, 2_097_146, 2_097_148}) {
            messages.add(publish("a", length, Qos.AT_LEAST_ONCE, MessageProperties.NONE));
        }
        // Around the length of properties that takes a byte more: 128
        for (int length = 122; length < 128; length++) {
            messages.add(publish("a", 3, Qos.AT_LEAST_ONCE, contentType("x".repeat(length))));
        }
        messages.add(publish("a", 3, Qos.AT_LEAST_ONCE, payloadFormat(0)));
        messages.add(publish("a", 3, Qos.AT_LEAST_ONCE, payloadFormat(1)));
        messages.add(publish("a", 3, Qos.AT_LEAST_ONCE, MessageProperties.NONE.withMessageExpiry(0)));
        messages.add(publish("a", 3, Qos.AT_LEAST_ONCE, correlationData(new byte[0])));
        messages.add(publish("t".repeat(65_535), 3, Qos.AT_LEAST_ONCE, MessageProperties.NONE));

        try (ScriptedPeer peer = ScriptedPeer.started()) {
            MqttConnection connection = connect(peer);
            for (int i = 0; i < messages.size(); i++) {
                connection.publish(messages.get(i), new Ignoring());
                peer.awaitReceived(PUBLISH, i + 1);
            }
            List<Packet> packets = peer.received(PUBLISH);
            connection.abort();

            assertThat(messages)
                    .extracting(OutboundPublish::packetSize)
                    .containsExactlyElementsOf(
                            packets.stream().map(PacketSizeTest::size).toList());
        }
    }

    private static MqttConnection connect(ScriptedPeer peer) throws Exception {
        SessionSettings settings = new SessionSettings(
                new ServerAddress("127.0.0.1", peer.port()),
                SslSettings.OFF,
                ProtocolVersion.V5,
                "sizes",
                "",
                Secret.NONE,
                Duration.ZERO,
                true,
                Duration.ZERO,
                0,
                false);
        CompletableFuture<Connack> connected = new CompletableFuture<>();
        MqttConnection connection =
                Connections.create(settings, new HandOver(Long.MAX_VALUE), new ConnectionListener() {
                    @Override
                    public void connected(Connack connack) {
                        connected.complete(connack);
                    }

                    @Override
                    public void lost(RemoteException reason) {
                        connected.completeExceptionally(reason);
                    }

                    @Override
                    public void unreadable(int packetId, Qos qos, String topic) {
                        fail("nothing was subscribed to");
                    }

                    @Override
                    public void arrived(InboundPublish publish) {
                        fail("nothing was subscribed to");
                    }
                });
        connection.connect();
        connected.get(60, TimeUnit.SECONDS);
        return connection;
    }

    private static long size(Packet packet) {
        long remaining = packet.message().fixedHeader().remainingLength();
        return 1 + (remaining < 128 ? 1 : remaining < 16_384 ? 2 : remaining < 2_097_152 ? 3 : 4) + remaining;
    }

    private static OutboundPublish publish(String topic, int length, Qos qos, MessageProperties properties) {
        return new OutboundPublish(topic, new byte[length], qos, false, properties);
    }

    @SuppressWarnings("NullAway") // It does not see that the array may be null.
    private static MessageProperties contentType(String contentType) {
        return new MessageProperties(null, null, contentType, null, null, List.of());
    }

    @SuppressWarnings("NullAway")
    private static MessageProperties payloadFormat(int format) {
        return new MessageProperties(format, null, null, null, null, List.of());
    }

    private static MessageProperties correlationData(byte[] data) {
        return new MessageProperties(null, null, null, null, data, List.of());
    }

    private static final class Ignoring implements PublishListener {

        @Override
        public void published() {}

        @Override
        public void failed(RemoteException reason) {}
    }
}
