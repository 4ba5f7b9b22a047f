package dev.mqttdq.queues.listener;

import dev.mqttdq.queues.Delivery;
import dev.mqttdq.queues.Subscriber.Answer;
import dev.mqttdq.queues.listener.QueueSubscription.Options;
import dev.mqttdq.session.OutboundPublish;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What is on its way to one client over all its subscriptions: no more unacknowledged messages than its Receive Maximum, no
 * more bytes than its socket takes, no packet larger than it reads. A subscription that found no room is told when there is
 * some again, the one that waits longest first.
 *
 * <p>Queues send on their own loops; acknowledgements come on the connection's event loop, and only there are subscriptions
 * called. What a queue sends arrives in its order.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What fails ends the connection, and that is heard of.
final class DeliveryWindow {

    private final Channel channel;
    private final ClientName client;
    private final long maximumPacketSize;
    private final UnsentBytes unsent;
    private final ListenerReports reports;
    private final Runnable roomAgain = this::roomAgain;

    /** Guarded by this. */
    private final PacketIds<Sent> inflight;

    /** Guarded by this. */
    private final Set<QueueSubscription> waiting = new LinkedHashSet<>();

    /** Messages that wait for the socket; guarded by this. */
    private int unwritten;

    DeliveryWindow(Channel channel, ClientName client, ConnectRequest request, ListenerContext context) {
        this.channel = channel;
        this.client = client;
        maximumPacketSize = request.maximumPacketSize();
        unsent = context.unsent();
        reports = context.reports();
        inflight = new PacketIds<>(request.window(context.limits()));
    }

    private record Sent(QueueSubscription subscription, long offset) {}

    ClientName client() {
        return client;
    }

    /** Sends a message, or tells why not; on the loop of the subscription's queue. */
    Answer send(QueueSubscription subscription, Delivery delivery) {
        Options options = subscription.options();
        OutboundPublish publish = PublishPackets.publish(delivery, options);
        if (maximumPacketSize < Long.MAX_VALUE && PublishPackets.size(publish, options) > maximumPacketSize) {
            reports.tooLarge(client, delivery.message().topic());
            return Answer.TOO_LARGE;
        }
        int bytes = delivery.message().weight();
        int packetId;
        synchronized (this) {
            if (inflight.isFull() || !channel.isWritable() || !unsent.take(bytes, unwritten == 0, roomAgain)) {
                waiting.add(subscription);
                return Answer.NO_ROOM;
            }
            unwritten++;
            packetId = inflight.take(new Sent(subscription, delivery.offset()));
        }
        ChannelFuture written = channel.writeAndFlush(PublishPackets.packet(publish, packetId, options));
        written.addListener(done -> {
            unsent.release(bytes);
            written();
            if (!done.isSuccess() && channel.isActive()) {
                // It must not stay in flight for ever: the end of the connection gives it to others.
                ConnectionFailures.report(reports, client, done.cause());
                channel.close();
            }
        });
        return Answer.SENT;
    }

    /** A message has gone; the next may be one that there is always room for. */
    private void written() {
        boolean last;
        synchronized (this) {
            unwritten--;
            last = unwritten == 0 && !waiting.isEmpty();
        }
        if (last && channel.isActive()) {
            wake();
        }
    }

    /** A PUBACK came; an identifier that is not in use is ignored. */
    void acknowledged(int packetId, boolean consumed) {
        Sent sent;
        synchronized (this) {
            sent = inflight.free(packetId);
        }
        if (sent == null) {
            return;
        }
        if (consumed) {
            sent.subscription.acknowledged(sent.offset);
        } else {
            sent.subscription.rejected(sent.offset);
        }
        wake();
    }

    /** The socket takes more again. */
    void writable() {
        wake();
    }

    private void roomAgain() {
        channel.eventLoop().execute(this::wake);
    }

    private void wake() {
        List<QueueSubscription> woken;
        synchronized (this) {
            woken = List.copyOf(waiting);
            waiting.clear();
        }
        woken.forEach(QueueSubscription::ready);
    }

    /** A subscription has ended and waits for nothing any more. */
    synchronized void forget(QueueSubscription subscription) {
        waiting.remove(subscription);
    }
}
