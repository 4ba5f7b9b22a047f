package dev.mqttdq.session;

import dev.mqttdq.message.Qos;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What the connections of Paho's two clients have in common. The clients look alike and share no type, so what they are
 * asked to do here is abstract.
 */
abstract class PahoConnection implements MqttConnection {

    private static final int GOODBYE_SECONDS = 2;

    private final ConnectionListener listener;
    private final ReadGate gate;
    private final Link link;
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicLong handedOn = new AtomicLong();

    PahoConnection(SessionSettings settings, ReadGate gate, ConnectionListener listener) {
        this.listener = listener;
        this.gate = gate;
        link = new Link(settings, gate, new Reading());
    }

    /** Completes a message that came in: PUBACK, or what {@link PacketWriter} makes a PUBREC of. */
    abstract void complete(int packetId, int qos) throws Exception;

    /** Sends PINGREQ if it is due. */
    abstract void ping() throws Exception;

    /** Keeps the keep alive from taking silence for a dead connection; pings are sent all the same. */
    abstract void heard();

    /** Begins to say DISCONNECT. */
    abstract void goodbye() throws Exception;

    /** Reads a string as the client does. */
    abstract void decode(DataInputStream text) throws Exception;

    Link link() {
        return link;
    }

    ConnectionListener listener() {
        return listener;
    }

    /** Hands a message on to the listener. */
    final void arrived(InboundPublish publish) {
        listener.arrived(publish);
        handedOn.incrementAndGet();
    }

    @Override
    public final boolean isCaughtUp() {
        return handedOn.get() == link.reader().messages();
    }

    @Override
    public final void acknowledge(int packetId, Qos qos) {
        if (over.get()) {
            return;
        }
        if (qos == Qos.EXACTLY_ONCE) {
            link.writer().release(packetId);
        }
        endIfFailing(() -> complete(packetId, qos.value()));
    }

    @Override
    public final void checkActivity() {
        if (!over.get()) {
            if (gate.isWaiting()) {
                heard();
            }
            endIfFailing(this::ping);
        }
    }

    @Override
    public final void disconnect() {
        try {
            goodbye();
            // A peer that takes nothing any more must not keep the client's threads.
            CompletableFuture.delayedExecutor(GOODBYE_SECONDS, TimeUnit.SECONDS).execute(link::abort);
        } catch (Exception e) {
            // Not connected, or ending already: what was wanted.
            abort();
        }
    }

    @Override
    public final void abort() {
        link.abort();
    }

    /** Does something with the client; where the client cannot, that is the end of the connection. */
    final void endIfFailing(ClientCall call) {
        try {
            call.run();
        } catch (Exception e) {
            end(lost(e));
        }
    }

    /** Tells the listener, once. */
    final void end(RemoteException reason) {
        if (over.compareAndSet(false, true)) {
            link.abort();
            listener.lost(reason);
        }
    }

    static RemoteException failed(Throwable failure) {
        return new RemoteException(
                RemoteException.Reason.CONNECT_FAILED, "connection failed: " + Causes.deepest(failure), failure);
    }

    static RemoteException lost(@Nullable Throwable failure) {
        String why = failure == null ? "closed" : Causes.deepest(failure);
        return new RemoteException(RemoteException.Reason.CONNECTION_LOST, "connection lost: " + why, failure);
    }

    /** A call of a client, whose checked exceptions have no type in common. */
    @FunctionalInterface
    interface ClientCall {

        void run() throws Exception;
    }

    /** What happens where packets are read. */
    private final class Reading implements ReaderEvents {

        /** The client does not notice; its other threads end with the attempt to say goodbye. */
        @Override
        public void died(Throwable failure) {
            end(lost(failure));
            disconnect();
        }

        @Override
        public void decode(DataInputStream text) throws IOException {
            try {
                PahoConnection.this.decode(text);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException(e);
            }
        }

        @Override
        public void skipped(int packetId, Qos qos, String topic) {
            if (qos == Qos.EXACTLY_ONCE) {
                link.writer().holdFor(packetId);
            }
            listener.unreadable(packetId, qos, topic);
            handedOn.incrementAndGet();
        }
    }
}
