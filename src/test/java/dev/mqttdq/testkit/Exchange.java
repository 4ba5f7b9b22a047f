package dev.mqttdq.testkit;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttFixedHeader;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageIdVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPubReplyMessageVariableHeader;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttSubAckMessage;
import io.netty.handler.codec.mqtt.MqttSubAckPayload;
import io.netty.handler.codec.mqtt.MqttUnsubAckMessage;
import io.netty.handler.codec.mqtt.MqttUnsubAckPayload;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import java.util.Collections;
import java.util.List;

/** A packet that arrived at a {@link ScriptedPeer}, and what can be done about it. */
public final class Exchange {

    private final Channel channel;
    private final Packet packet;
    private final ConnackOptions connack;

    Exchange(Channel channel, Packet packet, ConnackOptions connack) {
        this.channel = channel;
        this.packet = packet;
        this.connack = connack;
    }

    public Packet packet() {
        return packet;
    }

    /** The answer of a broker that accepts everything; nothing where there is none. */
    public void answer() {
        answer(0);
    }

    /** The same with this reason code; a SUBSCRIBE is granted as asked for with 0. */
    public void answer(int reasonCode) {
        switch (packet.type()) {
            case CONNECT -> send(connack(reasonCode));
            case PUBLISH -> acknowledge(reasonCode);
            case PUBREC -> send(reply(MqttMessageType.PUBREL, reasonCode));
            case PUBREL -> send(reply(MqttMessageType.PUBCOMP, reasonCode));
            case SUBSCRIBE -> send(suback(reasonCode));
            case UNSUBSCRIBE -> send(unsuback(reasonCode));
            case PINGREQ -> send(MqttMessage.PINGRESP);
            case DISCONNECT -> hangUp();
            default -> {}
        }
    }

    /** Any packet. */
    public void send(MqttMessage message) {
        var unused = channel.writeAndFlush(message);
    }

    /** Any bytes. */
    public void send(byte[] bytes) {
        var unused = channel.writeAndFlush(Unpooled.wrappedBuffer(bytes));
    }

    /** Ends the connection after what was sent (FIN). */
    public void hangUp() {
        var unused = channel.close();
    }

    /** Resets the connection (RST); what was sent may be lost. */
    public void cut() {
        var unused = reset(channel);
    }

    static ChannelFuture reset(Channel channel) {
        try {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
        } catch (ChannelException e) {
            // The client was quicker and has ended it.
            return channel.close();
        }
        return channel.close();
    }

    private void acknowledge(int code) {
        switch (packet.qos()) {
            case 1 -> send(reply(MqttMessageType.PUBACK, code));
            case 2 -> send(reply(MqttMessageType.PUBREC, code));
            default -> {}
        }
    }

    private MqttMessage connack(int code) {
        return MqttMessageBuilders.connAck()
                .returnCode(MqttConnectReturnCode.valueOf((byte) code))
                .sessionPresent(code == 0 && connack.sessionPresent())
                .properties(connack.properties())
                .build();
    }

    private MqttMessage reply(MqttMessageType type, int code) {
        return new MqttMessage(
                header(type),
                new MqttPubReplyMessageVariableHeader(packet.packetId(), (byte) code, MqttProperties.NO_PROPERTIES));
    }

    private MqttMessage suback(int code) {
        List<Integer> codes = packet.subscribe().payload().topicSubscriptions().stream()
                .map(subscription -> code == 0 ? subscription.qualityOfService().value() : code)
                .toList();
        return new MqttSubAckMessage(
                header(MqttMessageType.SUBACK),
                MqttMessageIdVariableHeader.from(packet.packetId()),
                new MqttSubAckPayload(codes));
    }

    private MqttMessage unsuback(int code) {
        MqttUnsubscribeMessage unsubscribe = (MqttUnsubscribeMessage) packet.message();
        List<Short> codes = Collections.nCopies(unsubscribe.payload().topics().size(), (short) code);
        return new MqttUnsubAckMessage(
                header(MqttMessageType.UNSUBACK),
                MqttMessageIdVariableHeader.from(packet.packetId()),
                new MqttUnsubAckPayload(codes));
    }

    private static MqttFixedHeader header(MqttMessageType type) {
        MqttQoS qos = type == MqttMessageType.PUBREL ? MqttQoS.AT_LEAST_ONCE : MqttQoS.AT_MOST_ONCE;
        return new MqttFixedHeader(type, false, qos, false, 0);
    }

    /** What a CONNACK says beside its code. */
    record ConnackOptions(boolean sessionPresent, MqttProperties properties) {}
}
