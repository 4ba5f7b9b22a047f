package dev.mqttdq.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.mqtt.MqttConnAckMessage;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.codec.mqtt.MqttFixedHeader;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageIdAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPubReplyMessageVariableHeader;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttReasonCodeAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttSubAckMessage;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttSubscribePayload;
import io.netty.handler.codec.mqtt.MqttSubscriptionOption;
import io.netty.handler.codec.mqtt.MqttTopicSubscription;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import io.netty.handler.codec.mqtt.MqttUnsubscribePayload;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;

/** A client that does what the test says, byte by byte if need be, and nothing else. It blocks; use from one thread. */
public final class WireClient implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 30_000;

    private final Socket socket;
    private final EmbeddedChannel codec = new EmbeddedChannel(MqttEncoder.INSTANCE, new MqttDecoder(10_000_000));
    private int nextPacketId = 1;

    public WireClient(Socket socket) {
        this.socket = socket;
        // Packets of the tests are not released: they must not be counted as leaks.
        codec.config().setAllocator(new UnpooledByteBufAllocator(false, true));
        try {
            socket.setSoTimeout(PATIENCE_MILLIS);
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A TCP connection and nothing more. */
    public static WireClient open(int port) {
        try {
            return new WireClient(new Socket(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same with a system that takes few bytes for a client that does not read. */
    public static WireClient openWithReceiveBuffer(int bytes, int port) {
        try {
            Socket socket = new Socket();
            // Before it connects, for the window is agreed on then.
            socket.setReceiveBufferSize(bytes);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return new WireClient(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Logged in with MQTT 5. */
    public static WireClient mqtt5(int port, String clientId) {
        return connected(
                port, connect -> connect.protocolVersion(MqttVersion.MQTT_5).clientId(clientId));
    }

    /** Logged in with MQTT 3.1.1. */
    public static WireClient mqtt3(int port, String clientId) {
        return connected(
                port, connect -> connect.protocolVersion(MqttVersion.MQTT_3_1_1).clientId(clientId));
    }

    public static WireClient connected(int port, UnaryOperator<MqttMessageBuilders.ConnectBuilder> options) {
        WireClient client = open(port);
        assertThat(client.connect(options).variableHeader().connectReturnCode().byteValue())
                .isZero();
        return client;
    }

    /** Sends CONNECT; the answer. */
    public MqttConnAckMessage connect(UnaryOperator<MqttMessageBuilders.ConnectBuilder> options) {
        sendConnect(options);
        return (MqttConnAckMessage) next();
    }

    public void sendConnect(UnaryOperator<MqttMessageBuilders.ConnectBuilder> options) {
        send(options.apply(MqttMessageBuilders.connect().cleanSession(true).keepAlive(60))
                .build());
    }

    /** Sends CONNECT; the code of the answer. */
    public int connectCode(UnaryOperator<MqttMessageBuilders.ConnectBuilder> options) {
        return Byte.toUnsignedInt(
                connect(options).variableHeader().connectReturnCode().byteValue());
    }

    public MqttSubAckMessage subscribe(String... topics) {
        return subscribe(
                MqttProperties.NO_PROPERTIES, MqttSubscriptionOption.onlyFromQos(MqttQoS.AT_LEAST_ONCE), topics);
    }

    public MqttSubAckMessage subscribe(MqttProperties properties, MqttSubscriptionOption option, String... topics) {
        sendSubscribe(properties, option, topics);
        return (MqttSubAckMessage) next(MqttMessageType.SUBACK);
    }

    public void sendSubscribe(MqttProperties properties, MqttSubscriptionOption option, String... topics) {
        send(new MqttSubscribeMessage(
                header(MqttMessageType.SUBSCRIBE),
                new MqttMessageIdAndPropertiesVariableHeader(nextPacketId++, properties),
                new MqttSubscribePayload(Arrays.stream(topics)
                        .map(topic -> new MqttTopicSubscription(topic, option))
                        .toList())));
    }

    public MqttMessage unsubscribe(String... topics) {
        sendUnsubscribe(topics);
        return next(MqttMessageType.UNSUBACK);
    }

    /** UNSUBSCRIBE, for a client that may be sent messages before the answer. */
    public void sendUnsubscribe(String... topics) {
        send(new MqttUnsubscribeMessage(
                header(MqttMessageType.UNSUBSCRIBE),
                new MqttMessageIdAndPropertiesVariableHeader(nextPacketId++, MqttProperties.NO_PROPERTIES),
                new MqttUnsubscribePayload(List.of(topics))));
    }

    public void puback(MqttPublishMessage publish, int code) {
        puback(publish.variableHeader().packetId(), code);
    }

    public void puback(int packetId, int code) {
        send(reply(MqttMessageType.PUBACK, packetId, code));
    }

    /** PUBACK, PUBREC, PUBREL or PUBCOMP. */
    public static MqttMessage reply(MqttMessageType type, int packetId, int code) {
        return new MqttMessage(
                header(type),
                new MqttPubReplyMessageVariableHeader(packetId, (byte) code, MqttProperties.NO_PROPERTIES));
    }

    private static MqttFixedHeader header(MqttMessageType type) {
        boolean reserved = type == MqttMessageType.SUBSCRIBE
                || type == MqttMessageType.UNSUBSCRIBE
                || type == MqttMessageType.PUBREL;
        return new MqttFixedHeader(type, false, reserved ? MqttQoS.AT_LEAST_ONCE : MqttQoS.AT_MOST_ONCE, false, 0);
    }

    public void ping() {
        send(MqttMessage.PINGREQ);
        next(MqttMessageType.PINGRESP);
    }

    public void send(MqttMessage message) {
        codec.writeOutbound(message);
        for (ByteBuf bytes = codec.readOutbound(); bytes != null; bytes = codec.readOutbound()) {
            byte[] content = new byte[bytes.readableBytes()];
            bytes.readBytes(content);
            bytes.release();
            send(content);
        }
    }

    public void send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As in {@code "c0 00"}. */
    public void sendHex(String hex) {
        send(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    public MqttPublishMessage nextPublish() {
        return (MqttPublishMessage) next(MqttMessageType.PUBLISH);
    }

    public static String text(MqttPublishMessage publish) {
        return publish.payload().toString(StandardCharsets.UTF_8);
    }

    /** The reason code of the DISCONNECT that is next. */
    public int nextDisconnect() {
        MqttMessage disconnect = next(MqttMessageType.DISCONNECT);
        return Byte.toUnsignedInt(
                ((MqttReasonCodeAndPropertiesVariableHeader) disconnect.variableHeader()).reasonCode());
    }

    public MqttMessage next(MqttMessageType type) {
        MqttMessage message = next();
        assertThat(message.fixedHeader().messageType()).isEqualTo(type);
        return message;
    }

    /** The next packet; fails when none comes or the connection ends. */
    public MqttMessage next() {
        MqttMessage message = codec.readInbound();
        while (message == null) {
            if (!readMore()) {
                throw new AssertionError("the listener has closed the connection");
            }
            message = codec.readInbound();
        }
        assertThat(message.decoderResult().isSuccess())
                .as("%s", message.decoderResult())
                .isTrue();
        return message;
    }

    /** Says that no more will come; what the listener sends can still be read. */
    public void shutdownOutput() {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads to the end of the connection, whatever comes; fails when it does not end. */
    public void awaitClose() {
        while (readMore()) {
            codec.releaseInbound();
        }
    }

    private boolean readMore() {
        try {
            byte[] buffer = new byte[64 * 1024];
            int count = socket.getInputStream().read(buffer);
            if (count < 0) {
                return false;
            }
            codec.writeInbound(Unpooled.wrappedBuffer(buffer, 0, count));
            return true;
        } catch (SocketException e) {
            // Reset: closed all the same.
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        codec.finishAndReleaseAll();
    }
}
