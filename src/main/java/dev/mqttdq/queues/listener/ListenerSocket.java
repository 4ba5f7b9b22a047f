package dev.mqttdq.queues.listener;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.mqtt.MqttReasonCodes.Disconnect;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/** A port that is listened on, with all the connections that came in by it. */
final class ListenerSocket {

    private static final int BACKLOG = 1024;
    private static final int READ_BYTES = 4096;

    private final ListenerContext context;
    private final Channel server;
    private final ChannelGroup connections;

    private ListenerSocket(ListenerContext context, Channel server, ChannelGroup connections) {
        this.context = context;
        this.server = server;
        this.connections = connections;
    }

    /**
     * Listens on return.
     *
     * @param port 0: any
     * @throws IOException if the port cannot be had
     */
    static ListenerSocket open(
            int port, EventLoopGroup loops, @Nullable Supplier<SSLEngine> tls, ListenerContext context)
            throws IOException {
        // Closed once, it closes those as well that were being accepted just then.
        ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
        int most = context.limits().unsentBytes();
        Admission admission = new Admission(context.limits(), context.reports());
        ChannelFuture bound = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                // The only way to find that a client without a keep alive is gone.
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(most / 2, most))
                // Clients send little; a packet that is not finished keeps what was read with it.
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, new AdaptiveRecvByteBufAllocator(64, 1024, READ_BYTES))
                .childHandler(new ListenerPipeline(context, admission, connections, tls))
                .bind(port)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException(bound.cause());
        }
        return new ListenerSocket(context, bound.channel(), connections);
    }

    int port() {
        return ((InetSocketAddress) server.localAddress()).getPort();
    }

    /** Ends all connections; clients of MQTT 5 are told why. Waits for them no longer than a farewell lasts. */
    void close(Disconnect reason) {
        server.close().awaitUninterruptibly();
        context.clients().dismiss(reason);
        connections
                .newCloseFuture()
                .awaitUninterruptibly(context.limits().farewell().toMillis());
        connections.close().awaitUninterruptibly();
    }
}
