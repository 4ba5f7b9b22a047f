package dev.mqttdq.testkit;

import static org.awaitility.Awaitility.await;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.codec.mqtt.MqttFixedHeader;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttPublishVariableHeader;
import io.netty.handler.codec.mqtt.MqttQoS;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A broker of MQTT 3.1, 3.1.1 and 5 that does what it is told: by default it accepts everything and forgets it. It
 * routes nothing; it records each packet it receives, in order. Controls may be called from any thread.
 *
 * <pre>{@code
 * peer.once(PUBLISH, Reaction.SILENCE)            // swallow the next PUBACK
 *     .once(PUBLISH, Reaction.reason(0x87));      // and refuse the one after
 * peer.on(PUBREL, Reaction.CUT);                  // from now on: cut between PUBREC and PUBCOMP
 * }</pre>
 */
public final class ScriptedPeer implements AutoCloseable {

    private static final int MAX_PACKET_BYTES = 300 * 1024 * 1024;
    private static final int MAX_CLIENT_ID = 65535;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final int port;
    private final EventLoopGroup thread = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Queue<Packet> received = new ConcurrentLinkedQueue<>();
    private final List<Channel> open = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();

    private final Map<MqttMessageType, Reaction> lasting = new EnumMap<>(MqttMessageType.class);
    private final Map<MqttMessageType, Queue<Reaction>> oneShot = new EnumMap<>(MqttMessageType.class);
    private Exchange.ConnackOptions connack = new Exchange.ConnackOptions(false, MqttProperties.NO_PROPERTIES);
    private @Nullable Channel server;

    private ScriptedPeer(int port) {
        this.port = port;
    }

    /** A peer that accepts everything, listening. */
    public static ScriptedPeer started() {
        ScriptedPeer peer = new ScriptedPeer(Ports.free());
        peer.listen();
        return peer;
    }

    public int port() {
        return port;
    }

    /** {@code host:port}, as the service's settings take it. */
    public String address() {
        return "127.0.0.1:" + port;
    }

    /** {@code tcp://host:port}, as Paho takes it. */
    public String uri() {
        return "tcp://" + address();
    }

    /** What to do about each packet of this type from now on. */
    public synchronized ScriptedPeer on(MqttMessageType type, Reaction reaction) {
        lasting.put(type, reaction);
        return this;
    }

    /** What to do about the next packet of this type; several wait for their turn, before what {@link #on} says. */
    public synchronized ScriptedPeer once(MqttMessageType type, Reaction reaction) {
        oneShot.computeIfAbsent(type, any -> new ArrayDeque<>()).add(reaction);
        return this;
    }

    /** What later CONNACKs announce to MQTT 5 clients. */
    public synchronized ScriptedPeer connack(Consumer<MqttMessageBuilders.ConnAckPropertiesBuilder> properties) {
        var builder = new MqttMessageBuilders.ConnAckPropertiesBuilder();
        properties.accept(builder);
        connack = new Exchange.ConnackOptions(connack.sessionPresent(), builder.build());
        return this;
    }

    /** Whether later CONNACKs claim that the session is known. */
    public synchronized ScriptedPeer sessionPresent(boolean present) {
        connack = new Exchange.ConnackOptions(present, connack.properties());
        return this;
    }

    /** Sends a PUBLISH to the client that connected last. */
    public void publish(
            String topic, byte[] payload, int qos, boolean retain, int packetId, MqttProperties properties) {
        send(message(topic, payload, qos, retain, packetId, properties));
    }

    private static MqttMessage message(
            String topic, byte[] payload, int qos, boolean retain, int packetId, MqttProperties properties) {
        return MqttMessageBuilders.publish()
                .topicName(topic)
                .payload(Unpooled.wrappedBuffer(payload))
                .qos(MqttQoS.valueOf(qos))
                .retained(retain)
                .messageId(packetId)
                .properties(properties)
                .build();
    }

    /** Begins to send a PUBLISH to the client that connected last, who may be slow to read it. */
    public void offer(String topic, byte[] payload, int qos, int packetId, MqttProperties properties) {
        var unused = newest().writeAndFlush(message(topic, payload, qos, false, packetId, properties));
    }

    /** Sends a PUBLISH with the DUP flag to the client that connected last. */
    public void redeliver(String topic, byte[] payload, int qos, int packetId) {
        send(new MqttPublishMessage(
                new MqttFixedHeader(MqttMessageType.PUBLISH, true, MqttQoS.valueOf(qos), false, 0),
                new MqttPublishVariableHeader(topic, packetId),
                Unpooled.wrappedBuffer(payload)));
    }

    /** Sends any packet to the client that connected last. */
    public void send(MqttMessage message) {
        newest().writeAndFlush(message).syncUninterruptibly();
    }

    /** Sends any bytes to the client that connected last. */
    public void send(byte[] bytes) {
        newest().writeAndFlush(Unpooled.wrappedBuffer(bytes)).syncUninterruptibly();
    }

    /** Resets all connections; nothing more is received on them after that. */
    public void cut() {
        open.forEach(channel -> Exchange.reset(channel).syncUninterruptibly());
    }

    /** Resets all connections and refuses new ones until {@link #listen}. */
    public void refuse() {
        if (server != null) {
            server.close().syncUninterruptibly();
            server = null;
            // The system closes the port only when the selector looks again.
            await("port is closed").until(() -> !Ports.accepts(port));
        }
        cut();
    }

    /** Ends a {@link #refuse}. */
    public void listen() {
        if (server == null) {
            server = new ServerBootstrap()
                    .group(thread)
                    .channel(NioServerSocketChannel.class)
                    .option(ChannelOption.SO_REUSEADDR, true)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childHandler(new ChannelInitializer<SocketChannel>() {
                        @Override
                        protected void initChannel(SocketChannel channel) {
                            channel.pipeline()
                                    .addLast(new MqttDecoder(MAX_PACKET_BYTES, MAX_CLIENT_ID))
                                    .addLast(MqttEncoder.INSTANCE)
                                    .addLast(new Connection(connections.incrementAndGet()));
                        }
                    })
                    .bind("127.0.0.1", port)
                    .syncUninterruptibly()
                    .channel();
        }
    }

    /** All packets so far, in the order of arrival. */
    public List<Packet> received() {
        return List.copyOf(received);
    }

    /** All packets of this type so far, in the order of arrival. */
    public List<Packet> received(MqttMessageType type) {
        return received.stream().filter(packet -> packet.type() == type).toList();
    }

    /** Waits up to a minute until so many packets of this type have come. */
    public List<Packet> awaitReceived(MqttMessageType type, int count) {
        await(count + " " + type).atMost(PATIENCE).until(() -> received(type).size() >= count);
        return received(type);
    }

    /** Waits up to a minute until so many packets of this type have come on one connection, whichever that is. */
    public void awaitReceivedOnOneConnection(MqttMessageType type, int count) {
        await(count + " " + type + " on one connection")
                .atMost(PATIENCE)
                .until(() -> received(type).stream()
                        .collect(Collectors.groupingBy(Packet::connection, Collectors.counting()))
                        .values()
                        .stream()
                        .anyMatch(packets -> packets >= count));
    }

    /** How many connections were accepted so far. */
    public int connections() {
        return connections.get();
    }

    /** How many connections are open now. */
    public int open() {
        return open.size();
    }

    @Override
    public void close() {
        refuse();
        thread.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private Channel newest() {
        if (open.isEmpty()) {
            throw new IllegalStateException("no client is connected");
        }
        return open.get(open.size() - 1);
    }

    private synchronized Reaction reactionTo(MqttMessageType type) {
        Queue<Reaction> waiting = oneShot.get(type);
        Reaction next = waiting == null ? null : waiting.poll();
        return next != null ? next : lasting.getOrDefault(type, Reaction.ANSWER);
    }

    private synchronized Exchange.ConnackOptions connackOptions() {
        return connack;
    }

    /** One client. */
    private final class Connection extends SimpleChannelInboundHandler<MqttMessage> {

        private final int number;

        private Connection(int number) {
            this.number = number;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            open.add(context.channel());
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            open.remove(context.channel());
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, MqttMessage message) {
            if (message.decoderResult().isFailure()) {
                throw new AssertionError(
                        "a client sent no MQTT", message.decoderResult().cause());
            }
            byte[] payload = message instanceof MqttPublishMessage publish
                    ? ByteBufUtil.getBytes(publish.payload())
                    : new byte[0];
            Packet packet = new Packet(number, message, payload);
            // Before the packet shows: whoever sees it may tell the peer what to do about the next.
            Reaction reaction = reactionTo(packet.type());
            Exchange exchange = new Exchange(context.channel(), packet, connackOptions());
            received.add(packet);
            reaction.react(exchange);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            var unused = context.close();
        }
    }
}
