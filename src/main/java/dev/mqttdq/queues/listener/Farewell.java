package dev.mqttdq.queues.listener;

import io.netty.channel.Channel;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Ends a connection with a last packet, so that the client gets to read it: closing at once would throw it away together with
 * what the client has sent and nobody reads any more. What the client goes on sending is up to the handler to ignore.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What fails ends the connection, and that is heard of.
final class Farewell {

    private Farewell() {}

    /** The connection is closed when the client closes it, at the latest after this time. */
    static void say(Channel channel, MqttMessage last, Duration limit) {
        Future<?> end = channel.eventLoop().schedule(() -> channel.close(), limit.toMillis(), TimeUnit.MILLISECONDS);
        channel.closeFuture().addListener(closed -> end.cancel(false));
        channel.writeAndFlush(last).addListener(written -> {
            boolean plain = channel.pipeline().get(SslHandler.class) == null;
            if (written.isSuccess() && plain && channel instanceof DuplexChannel socket) {
                socket.shutdownOutput();
            } else {
                channel.close();
            }
        });
    }
}
