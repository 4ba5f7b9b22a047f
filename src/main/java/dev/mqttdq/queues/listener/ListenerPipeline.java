package dev.mqttdq.queues.listener;

import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.ssl.SslHandler;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/**
 * What a new connection consists of:
 *
 * <pre>
 * socket ─ [TLS] ─ flushes together ─ MQTT packets ─ [keep alive] ─ one packet at a time ─ login, then client
 * </pre>
 */
@SuppressWarnings("FutureReturnValueIgnored") // What fails ends the connection, and that is heard of.
final class ListenerPipeline extends ChannelInitializer<SocketChannel> {

    /** Before this handler comes the keep alive, once it is known. */
    static final String FLOW = "flow";

    private static final int FLUSHES_TOGETHER = 64;

    private final ListenerContext context;
    private final Admission admission;
    private final ChannelGroup connections;
    private final @Nullable Supplier<SSLEngine> tls;

    /** @param tls makes an engine for each connection; null: without TLS */
    ListenerPipeline(
            ListenerContext context, Admission admission, ChannelGroup connections, @Nullable Supplier<SSLEngine> tls) {
        this.context = context;
        this.admission = admission;
        this.connections = connections;
        this.tls = tls;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
        if (!admission.admit(channel)) {
            context.reports().refusedConnection(channel.remoteAddress());
            channel.close();
            return;
        }
        connections.add(channel);
        ChannelPipeline pipeline = channel.pipeline();
        if (tls != null) {
            pipeline.addLast(new SslHandler(tls.get()));
        }
        pipeline.addLast(new FlushConsolidationHandler(FLUSHES_TOGETHER, true));
        pipeline.addLast(MqttEncoder.INSTANCE);
        pipeline.addLast(
                new MqttDecoder(context.limits().packetBytes(), context.limits().clientIdLength()));
        pipeline.addLast(FLOW, new FlowControlHandler());
        pipeline.addLast(new LoginHandler(context, admission, channel.remoteAddress()));
    }
}
