package dev.mqttdq.ingress;

import dev.mqttdq.ingress.IngressState.Presence;
import dev.mqttdq.session.EventLoop;
import dev.mqttdq.session.MqttConnection;
import dev.mqttdq.session.RemoteException;
import dev.mqttdq.session.SessionRuntime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Has the local broker forget a session without losing what it holds for it. The filter is unsubscribed, so that other
 * members of its share group get what comes from now on. What the broker had queued before goes on coming in. Only when
 * there is no more of it, and all of it is stored and acknowledged, is the session ended.
 *
 * <p>No packet says that a broker has nothing left. So it is asked to unsubscribe again and again: it has nothing left when
 * it has answered at least twice, and nothing came from before an answer until a second after it. Silence alone could as
 * well be a broker that hangs.
 *
 * <p>Where the connection is lost meanwhile, all begins anew on the next. Belongs to the loop.
 */
final class Leave {

    private static final Duration SILENCE = Duration.ofSeconds(1);
    private static final Duration REFUSED_PAUSE = Duration.ofSeconds(5);

    private final LocalSubscription subscription;
    private final LocalSessions sessions;
    private final SessionRuntime runtime;
    private final EventLoop loop;
    private final Session session;
    private @Nullable MqttConnection current;
    private @Nullable SessionEnd end;
    private Presence presence = Presence.LEAVING;

    Leave(LocalSubscription subscription, LocalSessions sessions, SessionRuntime runtime, Session session) {
        this.subscription = subscription;
        this.sessions = sessions;
        this.runtime = runtime;
        this.session = session;
        loop = runtime.loop();
    }

    /** The session that leaves. */
    interface Session {

        /** Messages that have come in so far, of all connections. */
        long arrivals();

        /** Whether there are no others on their way from the socket, all are stored, and those of this connection acknowledged. */
        boolean isSettled();

        /** Told why the broker keeps the subscription, each time it says so. */
        void refused(String problem);

        /** Told once that the broker has nothing left: the connection is to be ended now. */
        void emptied();

        /** Told once that the broker has forgotten the session. */
        void left();
    }

    /** How far it is. */
    Presence presence() {
        return presence;
    }

    /** Begins, or begins anew. */
    void connected(MqttConnection connection) {
        current = connection;
        sessions.leaving(subscription);
        ask(connection, true);
    }

    void disconnected() {
        current = null;
    }

    /** Stays as it is. */
    void cancel() {
        current = null;
        if (end != null) {
            end.stop();
        }
    }

    private void ask(MqttConnection connection, boolean first) {
        long before = session.arrivals();
        boolean settledBefore = session.isSettled();
        connection.unsubscribe(
                subscription.subscribedFilter(),
                failure -> soon(Duration.ZERO, connection, () -> {
                    if (failure == null) {
                        soon(SILENCE, connection, () -> {
                            boolean silent = session.arrivals() == before && settledBefore && session.isSettled();
                            proceed(connection, silent && !first);
                        });
                    } else {
                        refuse(connection, failure);
                    }
                }));
    }

    private void proceed(MqttConnection connection, boolean nothingLeft) {
        if (nothingLeft) {
            current = null;
            session.emptied();
            SessionEnd begun = new SessionEnd(subscription.clientId(), subscription.local(), runtime, this::ended);
            end = begun;
            begun.start();
        } else {
            ask(connection, false);
        }
    }

    private void ended() {
        sessions.ended(subscription.clientId());
        presence = Presence.LEFT;
        session.left();
    }

    private void refuse(MqttConnection connection, RemoteException reason) {
        session.refused("the local broker does not unsubscribe: " + reason.getMessage());
        soon(REFUSED_PAUSE, connection, () -> ask(connection, true));
    }

    private void soon(Duration delay, MqttConnection connection, Runnable task) {
        loop.schedule(delay, () -> {
            if (connection == current) {
                task.run();
            }
        });
    }
}
