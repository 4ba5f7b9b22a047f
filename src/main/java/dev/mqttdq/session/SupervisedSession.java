package dev.mqttdq.session;

import dev.mqttdq.message.Qos;
import dev.mqttdq.session.RemoteException.Reason;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Keeps a connection to a broker: a new {@link MqttConnection} for each attempt, with a deadline, a back-off between
 * attempts and a watch over the keep alive. What a discarded connection still reports is not heard.
 *
 * <p>The back-off begins anew only after a connection has proved itself: something was acknowledged on it
 * ({@link #proved}), or it lived for a minute. So a broker that accepts and closes is not asked in a tight loop.
 *
 * <p>Belongs to one {@link EventLoop}: all methods are to be called on it, and all listeners but one run there.
 */
public final class SupervisedSession {

    /**
     * The states and how they follow each other.
     *
     * <pre>
     * STOPPED ──start──▶ CONNECTING ──CONNACK──▶ CONNECTED
     *    ▲                 ▲     │                   │
     *    │              due│     │refused, deadline  │lost, renewed
     *    │                 │     ▼                   │
     *    └──stop(from any) WAITING ◀─────────────────┘
     * </pre>
     */
    private enum State {
        STOPPED,
        WAITING,
        CONNECTING,
        CONNECTED
    }

    private static final Logger log = LoggerFactory.getLogger(SupervisedSession.class);
    // Longer than DNS, TCP and TLS may take together for one address.
    private static final Duration CONNECT_DEADLINE = Duration.ofSeconds(25);
    private static final Duration PROVEN_AFTER = Duration.ofSeconds(60);
    private static final int CHECKS_PER_KEEP_ALIVE = 4;

    private final String name;
    private final EventLoop loop;
    private final EventLoop keepAlive;
    private final Supplier<SessionSettings> settings;
    private final HandOver handOver;
    private final BackOff backOff;
    private final SessionListener listener;

    private State state = State.STOPPED;
    private @Nullable Attempt attempt;
    private @Nullable Future<?> timer;
    private String lastFailure = "";

    /**
     * @param name how this session is called in logs
     * @param keepAlive where connections are checked, which may wait a moment
     * @param settings asked before each attempt
     * @param handOver where what comes in is counted until it is stored
     */
    public SupervisedSession(
            String name,
            EventLoop loop,
            EventLoop keepAlive,
            Supplier<SessionSettings> settings,
            HandOver handOver,
            BackOff backOff,
            SessionListener listener) {
        this.name = name;
        this.loop = loop;
        this.keepAlive = keepAlive;
        this.settings = settings;
        this.handOver = handOver;
        this.backOff = backOff;
        this.listener = listener;
    }

    /** Begins to connect; from now on there is a connection or an attempt at one, or a wait for the next. */
    public void start() {
        loop.assertOnLoop();
        if (state == State.STOPPED) {
            connect();
        }
    }

    /** Ends the connection with DISCONNECT and all attempts; the listener hears no more. */
    public void stop() {
        loop.assertOnLoop();
        cancelTimer();
        Attempt last = attempt;
        attempt = null;
        if (last != null) {
            if (state == State.CONNECTED) {
                last.connection().disconnect();
            } else {
                last.connection().abort();
            }
        }
        state = State.STOPPED;
    }

    /** Ends the connection and begins a new one after the back-off. */
    public void renew(RemoteException reason) {
        loop.assertOnLoop();
        if (attempt != null) {
            end(attempt, reason);
        }
    }

    /** The present connection works: the next failure waits the shortest time again. */
    public void proved() {
        loop.assertOnLoop();
        backOff.reset();
    }

    private void connect() {
        state = State.CONNECTING;
        SessionSettings now = settings.get();
        Attempt next = new Attempt(now);
        attempt = next;
        timer = loop.schedule(
                CONNECT_DEADLINE,
                () -> end(
                        next,
                        new RemoteException(
                                Reason.CONNECT_FAILED,
                                "connection failed: no CONNACK from " + now.server() + " within "
                                        + CONNECT_DEADLINE.toSeconds() + " s")));
        next.connection().connect();
    }

    private void connected(Attempt which, Connack connack) {
        if (attempt != which || state != State.CONNECTING) {
            return;
        }
        cancelTimer();
        state = State.CONNECTED;
        lastFailure = "";
        log.info("{}: connected to {}", name, which.settings.server());
        timer = loop.schedule(PROVEN_AFTER, () -> {
            if (attempt == which) {
                backOff.reset();
            }
        });
        watch(which, connack);
        listener.connected(which.connection(), connack);
    }

    private void watch(Attempt which, Connack connack) {
        Integer server = connack.serverKeepAlive();
        Duration interval = server == null ? which.settings.keepalive() : Duration.ofSeconds(server);
        if (!interval.isZero()) {
            check(which, interval.dividedBy(CHECKS_PER_KEEP_ALIVE));
        }
    }

    private void check(Attempt which, Duration every) {
        loop.schedule(every, () -> {
            if (attempt == which) {
                keepAlive.execute(which.connection()::checkActivity);
                check(which, every);
            }
        });
    }

    private void end(Attempt which, RemoteException reason) {
        if (attempt != which) {
            return;
        }
        boolean wasConnected = state == State.CONNECTED;
        cancelTimer();
        attempt = null;
        which.connection().abort();
        state = State.WAITING;
        Duration delay = backOff.next();
        boolean news = wasConnected || !String.valueOf(reason.getMessage()).equals(lastFailure);
        lastFailure = String.valueOf(reason.getMessage());
        log.atLevel(news ? Level.INFO : Level.DEBUG)
                .log("{}: {}; next attempt in {} ms", name, reason.getMessage(), delay.toMillis());
        timer = loop.schedule(delay, this::connect);
        listener.disconnected(reason, wasConnected);
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    /** One attempt: hands what its connection reports over to the loop, where it counts only while it is the present one. */
    private final class Attempt implements ConnectionListener {

        private final SessionSettings settings;
        private final MqttConnection connection;

        Attempt(SessionSettings settings) {
            this.settings = settings;
            connection = Connections.create(settings, handOver, this);
        }

        MqttConnection connection() {
            return connection;
        }

        @Override
        public void connected(Connack connack) {
            loop.execute(() -> SupervisedSession.this.connected(this, connack));
        }

        @Override
        public void lost(RemoteException reason) {
            loop.execute(() -> end(this, reason));
        }

        @Override
        public void arrived(InboundPublish publish) {
            listener.arrived(connection, publish);
        }

        @Override
        public void unreadable(int packetId, Qos qos, String topic) {
            listener.unreadable(connection, packetId, qos, topic);
        }
    }
}
