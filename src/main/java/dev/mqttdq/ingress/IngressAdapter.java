package dev.mqttdq.ingress;

import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.ingress.IngressState.Presence;
import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.Hops;
import dev.mqttdq.message.Qos;
import dev.mqttdq.message.RepeatedWarning;
import dev.mqttdq.session.BackOff;
import dev.mqttdq.session.Connack;
import dev.mqttdq.session.EventLoop;
import dev.mqttdq.session.HandOver;
import dev.mqttdq.session.InboundPublish;
import dev.mqttdq.session.MqttConnection;
import dev.mqttdq.session.RemoteException;
import dev.mqttdq.session.RemoteException.Reason;
import dev.mqttdq.session.SessionListener;
import dev.mqttdq.session.SessionRuntime;
import dev.mqttdq.session.SupervisedSession;
import dev.mqttdq.store.StorageException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.integration.endpoint.MessageProducerSupport;
import org.springframework.integration.mqtt.support.MqttHeaders;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.support.GenericMessage;

/**
 * The beginning of a bridge's inbound flow: one supervised, persistent session at the local broker with one subscription.
 *
 * <p>Guarantees: a message of QoS 1 or 2 is acknowledged to the local broker only after its {@link Receipt} said that it is
 * stored, in the order of arrival; what was not acknowledged when the connection or the process ended, the broker delivers
 * again. Messages are handed on in the broker's order. What is handed on and not stored yet is bounded in bytes, at every
 * QoS: beyond the bound nothing more is read from the socket.
 *
 * <p>{@link #leave} hands the messages over to other instances, and loses none that the broker holds for this one.
 *
 * <p>A message of QoS 0 that had arrived but was not stored when the process ends is lost, as MQTT allows.
 *
 * <p>State belongs to the loop; messages pass on the client's thread.
 */
public final class IngressAdapter extends MessageProducerSupport implements SessionListener {

    private static final Logger log = LoggerFactory.getLogger(IngressAdapter.class);
    private static final Duration SCAN = Duration.ofSeconds(1);
    private static final Duration LOOP_SHOWN = Duration.ofMinutes(1);
    private static final Duration DRAIN_CHECK = Duration.ofMillis(10);
    private static final int DRAINED_CHECKS = 2;

    private final LocalSubscription subscription;
    private final SessionRuntime runtime;
    private final EventLoop loop;
    private final InstantSource wallClock;
    private final HandOver handOver;
    private final EnqueueListener enqueued;
    private final SupervisedSession session;
    private final RepeatedWarning slowDisk;
    private final RepeatedWarning foreign;
    private final RepeatedWarning loops;

    private final LocalSessions sessions;
    private final Join join;
    private final AtomicLong arrivals = new AtomicLong();

    private volatile Duration enqueueTimeout = Duration.ofSeconds(5);
    private @Nullable MqttConnection current;
    private @Nullable Leave leave;
    private long lastLoop;
    private volatile @Nullable AckSequence acknowledgements;
    private volatile IngressState state = IngressState.INITIAL;

    /**
     * @param sessions where the session is noted
     * @param handOver bounds what is held in memory
     * @param enqueued told of each message that ended on disk or was refused by it
     */
    public IngressAdapter(
            LocalSubscription subscription,
            LocalSessions sessions,
            SessionRuntime runtime,
            HandOver handOver,
            EnqueueListener enqueued) {
        this.subscription = subscription;
        this.sessions = sessions;
        this.handOver = handOver;
        this.enqueued = enqueued;
        this.runtime = runtime;
        loop = runtime.loop();
        wallClock = runtime.wallClock();
        slowDisk = new RepeatedWarning(loop::nanoTime);
        foreign = new RepeatedWarning(loop::nanoTime);
        loops = new RepeatedWarning(loop::nanoTime);
        join = new Join(subscription, sessions, loop, new JoiningSession());
        session = new SupervisedSession(
                subscription.bridge() + "-local",
                loop,
                runtime.keepAlive(),
                subscription::session,
                handOver,
                new BackOff(runtime.random()),
                this);
    }

    /** The session as of the last change; any thread may ask. */
    public IngressState state() {
        return state;
    }

    /**
     * Takes what the local broker still holds for this session and no more, then has it forget the session; also before the
     * start. Takes as long as it takes, through lost connections too; {@link IngressState#presence} tells how far it is.
     * Does nothing where it has begun.
     */
    public void leave() {
        loop.execute(() -> {
            if (leave == null) {
                Leave begun = new Leave(subscription, sessions, runtime, new LeavingSession());
                leave = begun;
                join.cancel();
                tell(state.connected(), false, current == null ? state.problem() : null);
                if (current != null) {
                    begun.connected(current);
                }
            }
        });
    }

    /** Subscribes again after {@link #leave}, however far that was; does nothing where it stays anyway. */
    public void stay() {
        loop.execute(() -> {
            if (leave != null) {
                leave.cancel();
                leave = null;
                tell(state.connected(), false, null);
                if (current != null) {
                    join.connected(current);
                } else if (isRunning()) {
                    connect();
                }
            }
        });
    }

    private void tell(boolean connected, boolean subscribed, @Nullable String problem) {
        state = new IngressState(connected, subscribed, problem, leave == null ? Presence.STAYING : leave.presence());
    }

    /** How long a message may wait for the disk before a warning. */
    public void enqueueTimeout(Duration enqueueTimeout) {
        this.enqueueTimeout = enqueueTimeout;
    }

    @Override
    protected void doStart() {
        if (subscription.local().protoVer() != ProtocolVersion.V5) {
            log.warn(
                    "{}: local.proto_ver = {}: the local broker does not tell whether a message was retained",
                    subscription.bridge(),
                    subscription.local().protoVer().label());
        }
        loop.execute(() -> {
            connect();
            scan();
        });
    }

    private void connect() {
        if (subscription.local().address() == null) {
            String problem = "local.server is " + subscription.local().server() + ", and that variable is not set";
            tell(false, false, problem);
            log.error("{}: {}", subscription.bridge(), problem);
        } else {
            session.start();
        }
    }

    @Override
    protected void doStop() {
        loop.execute(() -> {
            if (leave != null) {
                leave.cancel();
            }
            session.stop();
        });
    }

    /**
     * Takes no more and waits, at most so long, until all that has come in is stored and acknowledged, so that the broker
     * has nothing to deliver twice. To be called before stopping, from another thread than the loop.
     */
    public void drain(Duration limit) throws InterruptedException {
        handOver.shut();
        CountDownLatch acknowledged = new CountDownLatch(1);
        loop.execute(() -> tellWhenAcknowledged(acknowledged, DRAINED_CHECKS));
        acknowledged.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** More than one look: the client may still have a few messages to hand over. */
    private void tellWhenAcknowledged(CountDownLatch acknowledged, int looks) {
        boolean owing = isOwing();
        if (looks == 0 && !owing) {
            acknowledged.countDown();
        } else {
            int left = owing ? DRAINED_CHECKS : looks - 1;
            loop.schedule(DRAIN_CHECK, () -> tellWhenAcknowledged(acknowledged, left));
        }
    }

    /** Whether messages of the present connection are on their way here, or not acknowledged yet. */
    private boolean isOwing() {
        MqttConnection connection = current;
        if (connection == null) {
            return false;
        }
        AckSequence present = acknowledgements;
        boolean unacknowledged = present != null
                && present.connection() == connection
                && present.oldestSinceNanos().isPresent();
        return unacknowledged || !connection.isCaughtUp();
    }

    @Override
    public void connected(MqttConnection connection, Connack connack) {
        current = connection;
        if (leave != null) {
            tell(true, false, null);
            leave.connected(connection);
        } else if (connack.sessionPresent() && subscription.askingAgainReplays() && sessions.holds(subscription)) {
            tell(true, true, null);
        } else {
            tell(true, false, null);
            join.connected(connection);
        }
    }

    @Override
    public void disconnected(RemoteException reason, boolean wasConnected) {
        current = null;
        join.cancel();
        if (leave != null) {
            leave.disconnected();
        }
        tell(false, false, String.valueOf(reason.getMessage()));
    }

    @Override
    public void arrived(MqttConnection connection, InboundPublish publish) {
        arrivals.incrementAndGet();
        AckSequence.Ticket ticket = publish.qos() == Qos.AT_MOST_ONCE
                ? null
                : sequence(connection).open(publish.packetId(), publish.qos(), loop.nanoTime());
        if (!subscription.filter().matches(publish.topic())) {
            // The persistent session still holds a subscription of an earlier configuration.
            foreign.warn(suppressed -> log.warn(
                    "{}: the local broker sent {}, which {} does not match; {} more since the last line",
                    subscription.bridge(),
                    publish.topic(),
                    subscription.filter().value(),
                    suppressed));
            if (ticket != null) {
                ticket.stored();
            }
            return;
        }
        BridgeMessage message = new BridgeMessage(
                publish.topic(),
                publish.payload(),
                publish.qos(),
                publish.retain(),
                wallClock.millis(),
                publish.properties());
        int hops = subscription.maxHops() == 0 ? 0 : Hops.of(publish.properties());
        if (hops > 0 && hops >= subscription.maxHops()) {
            enqueued.looped(message);
            loops.warn(suppressed -> log.warn(
                    "{}: {} has been forwarded {} times before and is dropped: bridges face each other; {} more since the"
                            + " last line",
                    subscription.bridge(),
                    publish.topic(),
                    hops,
                    suppressed));
            loop.execute(this::loopSeen);
            if (ticket != null) {
                ticket.stored();
            }
            return;
        }
        handOver.take(message.weight());
        Receipt receipt = new MessageReceipt(message, ticket, loop.nanoTime());
        sendMessage(new GenericMessage<>(
                message,
                new MessageHeaders(Map.of(Receipt.HEADER, receipt, MqttHeaders.RECEIVED_TOPIC, publish.topic()))));
    }

    @Override
    public void unreadable(MqttConnection connection, int packetId, Qos qos, String topic) {
        arrivals.incrementAndGet();
        enqueued.unreadable(topic);
        if (qos != Qos.AT_MOST_ONCE) {
            sequence(connection).open(packetId, qos, loop.nanoTime()).stored();
        }
    }

    /** The first message of a connection may come before {@link #connected} does; both name the connection. */
    private AckSequence sequence(MqttConnection connection) {
        AckSequence present = acknowledgements;
        if (present == null || present.connection() != connection) {
            present = new AckSequence(connection, () -> loop.execute(() -> proved(connection)));
            acknowledgements = present;
        }
        return present;
    }

    private void proved(MqttConnection connection) {
        if (connection == current) {
            session.proved();
        }
    }

    /** Shown while the loop goes on, and a minute longer. */
    private void loopSeen() {
        lastLoop = loop.nanoTime();
        if (state.subscribed() && state.problem() == null) {
            tell(true, true, "messages come back that were forwarded max_hops times before");
            loop.schedule(LOOP_SHOWN, this::forgetLoop);
        }
    }

    private void forgetLoop() {
        Duration quiet = Duration.ofNanos(loop.nanoTime() - lastLoop);
        if (quiet.compareTo(LOOP_SHOWN) < 0) {
            loop.schedule(LOOP_SHOWN.minus(quiet), this::forgetLoop);
        } else if (state.subscribed()) {
            tell(true, true, null);
        }
    }

    /** Says that the disk is slow while it is, not only afterwards. */
    private void scan() {
        loop.schedule(SCAN, () -> {
            AckSequence present = acknowledgements;
            if (present != null && state.connected()) {
                present.oldestSinceNanos().ifPresent(this::warnIfSlow);
            }
            if (isRunning()) {
                scan();
            }
        });
    }

    private void warnIfSlow(long sinceNanos) {
        Duration waited = Duration.ofNanos(loop.nanoTime() - sinceNanos);
        if (waited.compareTo(enqueueTimeout) >= 0) {
            slowDisk.warn(suppressed -> log.warn(
                    "mqtt_dq_enqueue_timeout: bridge={} a message has waited {} ms for the disk; it is not lost and is"
                            + " acknowledged when it is stored",
                    subscription.bridge(),
                    waited.toMillis()));
        }
    }

    private final class JoiningSession implements Join.Session {

        @Override
        public void subscribed() {
            tell(true, true, null);
        }

        @Override
        public void refused(String problem) {
            tell(true, false, problem);
        }

        @Override
        public void unanswered(RemoteException reason) {
            session.renew(reason);
        }
    }

    private final class LeavingSession implements Leave.Session {

        @Override
        public long arrivals() {
            return arrivals.get();
        }

        @Override
        public boolean isSettled() {
            return handOver.held() == 0 && !isOwing();
        }

        @Override
        public void refused(String problem) {
            log.warn("{}: {}", subscription.bridge(), problem);
            tell(true, false, problem);
        }

        @Override
        public void emptied() {
            session.stop();
            current = null;
            tell(false, false, null);
        }

        @Override
        public void left() {
            tell(false, false, null);
            log.info("{}: left the local broker, which holds nothing more for it", subscription.bridge());
        }
    }

    /** Releases what the message held, and its acknowledgement. */
    private final class MessageReceipt implements Receipt {

        private final BridgeMessage message;
        private final AckSequence.@Nullable Ticket ticket;
        private final long sinceNanos;

        MessageReceipt(BridgeMessage message, AckSequence.@Nullable Ticket ticket, long sinceNanos) {
            this.message = message;
            this.ticket = ticket;
            this.sinceNanos = sinceNanos;
        }

        @Override
        public void stored() {
            done();
            enqueued.stored(Duration.ofNanos(loop.nanoTime() - sinceNanos));
        }

        @Override
        public void unwanted() {
            done();
        }

        private void done() {
            handOver.release(message.weight());
            if (ticket != null) {
                ticket.stored();
            }
        }

        @Override
        public void refused(StorageException reason) {
            handOver.release(message.weight());
            if (reason.kind() == StorageException.Kind.TOO_LARGE) {
                enqueued.refused(message, reason);
                if (ticket != null) {
                    ticket.stored();
                }
            } else if (reason.kind() != StorageException.Kind.CLOSED) {
                // Not acknowledged: on a new connection the broker delivers it again.
                loop.execute(() -> session.renew(
                        new RemoteException(Reason.OTHER, "the disk did not take a message: " + reason.getMessage())));
            }
        }
    }
}
