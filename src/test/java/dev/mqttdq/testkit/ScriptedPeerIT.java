package dev.mqttdq.testkit;

import static io.netty.handler.codec.mqtt.MqttMessageType.CONNECT;
import static io.netty.handler.codec.mqtt.MqttMessageType.PUBACK;
import static io.netty.handler.codec.mqtt.MqttMessageType.PUBCOMP;
import static io.netty.handler.codec.mqtt.MqttMessageType.PUBLISH;
import static io.netty.handler.codec.mqtt.MqttMessageType.PUBREC;
import static io.netty.handler.codec.mqtt.MqttMessageType.PUBREL;
import static io.netty.handler.codec.mqtt.MqttMessageType.SUBSCRIBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.handler.codec.mqtt.MqttProperties;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.eclipse.paho.client.mqttv3.MqttClient;
import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScriptedPeerIT {

    private final ScriptedPeer peer = ScriptedPeer.started();

    @AfterEach
    void stop() {
        peer.close();
    }

    @Test
    void acceptsEverythingAndRecordsItInOrder() {
        try (Publisher publisher = Publisher.to(peer.uri())) {
            publisher.publish("a", 0);
            publisher.publish("a", 1);
            publisher.publish("a", 2);
            assertThat(publisher.awaitAcknowledged()).isZero();
        }
        assertThat(peer.received().stream().limit(5).map(Packet::type))
                .containsExactly(CONNECT, PUBLISH, PUBLISH, PUBLISH, PUBREL);
        assertThat(peer.received(PUBLISH)).extracting(Packet::qos).containsExactly(0, 1, 2);
        assertThat(peer.received(PUBLISH)).extracting(Packet::text).containsExactly("0 ", "1 ", "2 ");
    }

    @Test
    void swallowsAndRefusesPublishes() {
        peer.once(PUBLISH, Reaction.SILENCE)
                .once(PUBLISH, Reaction.reason(0x97))
                .on(PUBREL, Reaction.ANSWER_THEN_HANG_UP);
        try (Publisher publisher = Publisher.to(peer.uri())) {
            publisher.publish("a", 1);
            publisher.publish("a", 1);
            await().until(() -> publisher.failed() == 1);
            publisher.publish("a", 1);
            await().until(() -> publisher.acknowledgedCount() == 1);
            publisher.publish("b", 2);
            await().until(() -> peer.open() == 0);
        }
    }

    @Test
    void refusesConnections() {
        peer.once(CONNECT, Reaction.reason(0x87));
        assertThatThrownBy(() -> Publisher.to(peer.uri())).hasMessageContaining("cannot connect");
        Publisher.to(peer.uri()).close();
        peer.refuse();
        assertThat(Ports.accepts(peer.port())).isFalse();
        peer.listen();
        assertThat(Ports.accepts(peer.port())).isTrue();
    }

    @Test
    void announcesItsLimits() throws Exception {
        peer.sessionPresent(true)
                .connack(properties -> properties
                        .receiveMaximum(7)
                        .maximumQos((byte) 1)
                        .serverKeepAlive(5)
                        .maximumPacketSize(100)
                        .retainAvailable(false)
                        .assignedClientId("given"));
        MqttAsyncClient client =
                new MqttAsyncClient(peer.uri(), "id", new org.eclipse.paho.mqttv5.client.persist.MemoryPersistence());
        IMqttToken token = client.connect();
        token.waitForCompletion(60_000);

        assertThat(token.getSessionPresent()).isTrue();
        assertThat(token.getResponseProperties().getReceiveMaximum()).isEqualTo(7);
        assertThat(token.getResponseProperties().getMaximumQoS()).isEqualTo(1);
        assertThat(token.getResponseProperties().getServerKeepAlive()).isEqualTo(5);
        assertThat(token.getResponseProperties().getMaximumPacketSize()).isEqualTo(100);
        assertThat(token.getResponseProperties().isRetainAvailable()).isFalse();
        assertThat(token.getResponseProperties().getAssignedClientIdentifier()).isEqualTo("given");
        Paho.close(client);
    }

    @Test
    void publishesToTheClientAndSeesItsAcknowledgements() throws MqttException {
        MqttConnectOptions options = new MqttConnectOptions();
        options.setMqttVersion(MqttConnectOptions.MQTT_VERSION_3_1);
        BlockingQueue<String> texts = new LinkedBlockingQueue<>();
        try (MqttClient client = new MqttClient(peer.uri(), "id", new MemoryPersistence())) {
            client.connect(options);
            client.subscribe(
                    "#", 2, (topic, message) -> texts.add(new String(message.getPayload(), StandardCharsets.UTF_8)));
            peer.publish("a", bytes("one"), 1, false, 11, MqttProperties.NO_PROPERTIES);
            peer.publish("a", bytes("two"), 2, true, 12, MqttProperties.NO_PROPERTIES);

            assertThat(peer.awaitReceived(PUBACK, 1).get(0).packetId()).isEqualTo(11);
            assertThat(peer.awaitReceived(PUBREC, 1).get(0).packetId()).isEqualTo(12);
            assertThat(peer.awaitReceived(PUBCOMP, 1).get(0).packetId()).isEqualTo(12);
            assertThat(texts).containsExactly("one", "two");
            assertThat(peer.received(SUBSCRIBE)).hasSize(1);
            assertThat(peer.received(CONNECT).get(0).connect().variableHeader().version())
                    .isEqualTo(3);
            client.disconnect();
        }
    }

    @Test
    void sendsRubbish() throws IOException {
        byte[] rubbish = {0x20, (byte) 0xff, (byte) 0xff, 1};
        peer.on(CONNECT, Reaction.bytes(rubbish));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), peer.port())) {
            byte[] connect = {0x10, 13, 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 60, 0, 1, 'x'};
            socket.getOutputStream().write(connect);
            assertThat(socket.getInputStream().readNBytes(rubbish.length)).isEqualTo(rubbish);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
