package dev.mqttdq.queues.listener;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttConnectVariableHeader;
import io.netty.handler.codec.mqtt.MqttIdentifierRejectedException;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttUnacceptableProtocolVersionException;
import io.netty.handler.codec.mqtt.MqttVersion;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection until its client is let in: waits for CONNECT, but not for long, and gives way to a {@link ClientHandler}. While
 * the password is checked nothing more is read, so a client may go on sending without waiting for CONNACK (MQTT 5.0 section
 * 3.1.4).
 */
@SuppressWarnings("FutureReturnValueIgnored") // What fails ends the connection, and that is heard of.
final class LoginHandler extends ChannelInboundHandlerAdapter {

    private final ListenerContext context;
    private final Admission admission;
    private final InetSocketAddress address;
    private @Nullable Future<?> deadline;
    private boolean over;

    LoginHandler(ListenerContext context, Admission admission, InetSocketAddress address) {
        this.context = context;
        this.admission = admission;
        this.address = address;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        long limit = context.limits().connectDeadline().toMillis();
        deadline = ctx.executor().schedule(() -> expired(ctx), limit, TimeUnit.MILLISECONDS);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (deadline != null) {
            deadline.cancel(false);
        }
        admission.isNoStranger();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object packet) {
        try {
            if (over) {
                return;
            }
            if (!(packet instanceof MqttMessage message)) {
                breakOff(ctx, "not MQTT");
            } else if (message.decoderResult().isFailure()) {
                refuseUnreadable(ctx, message);
            } else if (message instanceof MqttConnectMessage connect) {
                login(ctx, ConnectRequest.of(connect));
            } else {
                breakOff(ctx, message.fixedHeader().messageType() + " before CONNECT");
            }
        } finally {
            ReferenceCountUtil.release(packet);
        }
    }

    private void refuseUnreadable(ChannelHandlerContext ctx, MqttMessage message) {
        Throwable cause = message.decoderResult().cause();
        if (cause instanceof MqttUnacceptableProtocolVersionException) {
            refuse(ctx, Refusal.UNKNOWN_VERSION, false);
        } else if (message.variableHeader() instanceof MqttConnectVariableHeader header) {
            refuse(ctx, refusal(cause), header.version() == MqttVersion.MQTT_5.protocolLevel());
        } else {
            breakOff(ctx, cause instanceof TooLongFrameException ? "packet too large" : "malformed packet");
        }
    }

    private static Refusal refusal(Throwable cause) {
        if (cause instanceof MqttIdentifierRejectedException) {
            return Refusal.INVALID_CLIENT_ID;
        }
        return cause instanceof TooLongFrameException ? Refusal.PACKET_TOO_LARGE : Refusal.MALFORMED;
    }

    private void login(ChannelHandlerContext ctx, ConnectRequest request) {
        Optional<Refusal> problem = request.problem(context.limits());
        if (problem.isPresent()) {
            refuse(ctx, problem.get(), request.mqtt5());
            return;
        }
        ctx.channel().config().setAutoRead(false);
        context.authenticator().check(request.credentials(), address.getAddress(), answer -> {
            // The password may be known only when the listener has stopped.
            if (!ctx.executor().isShuttingDown()) {
                ctx.executor().execute(() -> answered(ctx, request, answer));
            }
        });
    }

    private void answered(ChannelHandlerContext ctx, ConnectRequest request, Authenticator.Answer answer) {
        if (over || !ctx.channel().isActive()) {
            return;
        }
        Refusal refusal = answer.refusal();
        if (refusal == null) {
            letIn(ctx, request, answer);
        } else {
            refuse(ctx, refusal, request.mqtt5());
        }
        ctx.channel().config().setAutoRead(true);
    }

    private void letIn(ChannelHandlerContext ctx, ConnectRequest request, Authenticator.Answer answer) {
        over = true;
        String clientId = request.clientId().isEmpty() ? UUID.randomUUID().toString() : request.clientId();
        String username =
                request.credentials() == null ? null : request.credentials().username();
        ClientName name = new ClientName(username, clientId);
        ctx.writeAndFlush(Packets.accepted(request, name, context.limits()));
        ctx.pipeline().addBefore(ListenerPipeline.FLOW, null, silence(request));
        ctx.pipeline().replace(this, null, new ClientHandler(ctx.channel(), name, answer.hash(), request, context));
    }

    /**
     * Notices a client that sends nothing for one and a half times its keep alive (3.1.2.10), and one that reads nothing. It
     * stands after the decoder, so that single bytes do not count as a packet.
     */
    private IdleStateHandler silence(ConnectRequest request) {
        Limits limits = context.limits();
        return new IdleStateHandler(
                true, request.keepAlive(limits) * 1500L, limits.stalled().toMillis(), 0, TimeUnit.MILLISECONDS);
    }

    private void refuse(ChannelHandlerContext ctx, Refusal refusal, boolean mqtt5) {
        over = true;
        context.reports().refusedLogin(address, refusal);
        MqttConnectReturnCode code = refusal.code(mqtt5);
        if (code == null) {
            ctx.close();
        } else {
            Farewell.say(ctx.channel(), Packets.refused(code), context.limits().farewell());
        }
    }

    private void expired(ChannelHandlerContext ctx) {
        if (!over) {
            breakOff(ctx, "no login in time");
        }
    }

    private void breakOff(ChannelHandlerContext ctx, String why) {
        over = true;
        context.reports().violation(address, why);
        ctx.close();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        over = true;
        ConnectionFailures.report(context.reports(), address, cause);
        ctx.close();
    }
}
