package dev.mqttdq.queues.listener;

import dev.mqttdq.config.Secret;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttPubReplyMessageVariableHeader;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttReasonCodes.Disconnect;
import io.netty.handler.codec.mqtt.MqttReasonCodes.PubAck;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import io.netty.handler.timeout.IdleState;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client that is logged in, until its connection ends. Its event loop owns it; {@link #recheck} and {@link #dismiss} may be
 * called from any thread. When it ends, for whatever reason, all its subscriptions end at once.
 *
 * <p>It cannot make us hold much: messages are bounded by its window, answers that it does not read by
 * {@link Limits#unreadAnswers}.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What fails ends the connection, and that is heard of.
final class ClientHandler extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(ClientHandler.class);

    private final Channel channel;
    private final ClientName name;
    private final @Nullable Secret hash;
    private final boolean mqtt5;
    private final ListenerContext context;
    private final DeliveryWindow window;
    private final ClientSubscriptions subscriptions;
    private int unreadAnswers;
    private boolean over;

    /** @param hash of the password it logged in with; null where it is anonymous */
    ClientHandler(
            Channel channel, ClientName name, @Nullable Secret hash, ConnectRequest request, ListenerContext context) {
        this.channel = channel;
        this.name = name;
        this.hash = hash;
        this.context = context;
        mqtt5 = request.mqtt5();
        window = new DeliveryWindow(channel, name, request, context);
        subscriptions = new ClientSubscriptions(name, request, window, context);
    }

    ClientName name() {
        return name;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        log.debug("queue listener: {} connected from {}", name, channel.remoteAddress());
        context.clients().enter(this);
        // What has changed since its password was checked is in force by now, or finds it among the clients.
        checkAccess();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object packet) {
        try {
            if (over) {
                return;
            }
            if (packet instanceof MqttMessage message
                    && !message.decoderResult().isFailure()) {
                handle(message);
            } else {
                boolean tooLong = packet instanceof MqttMessage message
                        && message.decoderResult().cause() instanceof TooLongFrameException;
                violated(
                        tooLong ? Disconnect.PACKET_TOO_LARGE : Disconnect.MALFORMED_PACKET,
                        tooLong ? "packet too large" : "malformed packet");
            }
        } finally {
            ReferenceCountUtil.release(packet);
        }
    }

    private void handle(MqttMessage message) {
        MqttMessageType type = message.fixedHeader().messageType();
        switch (type) {
            case PUBACK -> acknowledged((MqttPubReplyMessageVariableHeader) message.variableHeader());
            case PINGREQ -> answer(MqttMessage.PINGRESP);
            case SUBSCRIBE -> subscribe((MqttSubscribeMessage) message);
            case UNSUBSCRIBE -> unsubscribe((MqttUnsubscribeMessage) message);
            case PUBLISH -> refuse((MqttPublishMessage) message);
            case DISCONNECT -> {
                end();
                channel.close();
            }
            default -> violated(Disconnect.PROTOCOL_ERROR, "unexpected " + type);
        }
    }

    private void acknowledged(MqttPubReplyMessageVariableHeader header) {
        byte code = header.reasonCode();
        boolean consumed = code == PubAck.SUCCESS.byteValue() || code == PubAck.NO_MATCHING_SUBSCRIBERS.byteValue();
        window.acknowledged(header.messageId(), consumed);
    }

    private void subscribe(MqttSubscribeMessage message) {
        SubscribeRequest request = SubscribeRequest.of(message);
        if (!request.isWellFormed()) {
            violated(Disconnect.MALFORMED_PACKET, "SUBSCRIBE that is not UTF-8");
        } else if (request.breaksTheProtocol()) {
            violated(Disconnect.PROTOCOL_ERROR, "SUBSCRIBE without topics or with a bad subscription identifier");
        } else {
            ClientSubscriptions.Decision decision = subscriptions.decide(request);
            decision.changeKnown();
            // Before new ones are made: their first messages may come at once.
            answer(decision.suback(message.variableHeader().messageId()));
            if (!over) {
                decision.makeNew();
            }
        }
    }

    private void unsubscribe(MqttUnsubscribeMessage message) {
        if (message.payload().topics().isEmpty()) {
            violated(Disconnect.PROTOCOL_ERROR, "UNSUBSCRIBE without topics");
            return;
        }
        answer(Packets.unsuback(
                message.variableHeader().messageId(),
                subscriptions.end(message.payload().topics())));
    }

    /** A client of MQTT 5 is told, and one of QoS 0 need not be; MQTT 3.1.1 section 3.3.5 knows only the end. */
    private void refuse(MqttPublishMessage message) {
        int packetId = message.variableHeader().packetId();
        if (!mqtt5) {
            violated(Disconnect.NOT_AUTHORIZED, "PUBLISH, and this is no broker");
            return;
        }
        switch (message.fixedHeader().qosLevel()) {
            case AT_LEAST_ONCE -> answer(Packets.notAuthorized(MqttMessageType.PUBACK, packetId));
            case EXACTLY_ONCE -> answer(Packets.notAuthorized(MqttMessageType.PUBREC, packetId));
            default -> {}
        }
    }

    private void answer(MqttMessage message) {
        unreadAnswers++;
        if (unreadAnswers > context.limits().unreadAnswers()) {
            violated(Disconnect.QUOTA_EXCEEDED, "does not read what it is answered");
            return;
        }
        channel.writeAndFlush(message).addListener(written -> unreadAnswers--);
    }

    /** Users or rules have changed: ends the connection if it would not be let in like this any more. */
    void recheck() {
        channel.eventLoop().execute(this::checkAccess);
    }

    private void checkAccess() {
        Access access = context.access().get();
        if (!over && !(access.stillAdmits(name.username(), hash) && subscriptions.areAllowed(access.rules()))) {
            disconnect(Disconnect.NOT_AUTHORIZED);
        }
    }

    /** Ends the connection, for a reason that is not the client's. */
    void dismiss(Disconnect reason) {
        channel.eventLoop().execute(() -> disconnect(reason));
    }

    private void violated(Disconnect reason, String what) {
        context.reports().violation(name, what);
        disconnect(reason);
    }

    private void disconnect(Disconnect reason) {
        if (over) {
            return;
        }
        end();
        log.debug("queue listener: {} is disconnected: {}", name, reason);
        if (mqtt5) {
            Farewell.say(channel, Packets.disconnect(reason), context.limits().farewell());
        } else {
            // Before MQTT 5 a server cannot say why.
            channel.close();
        }
    }

    private void end() {
        if (!over) {
            over = true;
            context.clients().leave(this);
            subscriptions.endAll();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (channel.isWritable() && !over) {
            window.writable();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof IdleStateEvent silence) {
            if (silence.state() == IdleState.READER_IDLE) {
                disconnect(Disconnect.KEEP_ALIVE_TIMEOUT);
            } else if (channel.bytesBeforeUnwritable() < context.limits().unsentBytes()) {
                // It would keep what others could have.
                violated(Disconnect.QUOTA_EXCEEDED, "does not read");
            }
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        end();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ConnectionFailures.report(context.reports(), name, cause);
        end();
        ctx.close();
    }
}
