package dev.mqttdq.ingress;

import dev.mqttdq.session.EventLoop;
import dev.mqttdq.session.MqttConnection;
import dev.mqttdq.session.RemoteException;
import dev.mqttdq.session.RemoteException.Reason;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Subscribes at the local broker, again and again with a back-off where that refuses, and then takes filters of an earlier
 * configuration out of the session. Belongs to the loop.
 */
final class Join {

    private static final Logger log = LoggerFactory.getLogger(Join.class);
    private static final Duration SUBACK_DEADLINE = Duration.ofSeconds(30);
    private static final Duration FIRST_RETRY = Duration.ofSeconds(5);
    private static final Duration LAST_RETRY = Duration.ofMinutes(1);

    private final LocalSubscription subscription;
    private final LocalSessions sessions;
    private final EventLoop loop;
    private final Session session;
    private @Nullable MqttConnection current;

    Join(LocalSubscription subscription, LocalSessions sessions, EventLoop loop, Session session) {
        this.subscription = subscription;
        this.sessions = sessions;
        this.loop = loop;
        this.session = session;
    }

    /** The session that joins. */
    interface Session {

        void subscribed();

        /** Told why the broker does not grant the subscription, each time it says so. */
        void refused(String problem);

        /** Told that the connection is of no use. */
        void unanswered(RemoteException reason);
    }

    /** Begins. */
    void connected(MqttConnection connection) {
        current = connection;
        ask(connection, FIRST_RETRY);
    }

    /** Asks no more, and hears no more answer. */
    void cancel() {
        current = null;
    }

    private void ask(MqttConnection connection, Duration retryDelay) {
        List<String> earlier = sessions.begin(subscription);
        Future<?> deadline = loop.schedule(SUBACK_DEADLINE, () -> {
            if (connection == current) {
                session.unanswered(new RemoteException(
                        Reason.TIMEOUT,
                        "the local broker did not answer the subscription within " + SUBACK_DEADLINE.toSeconds()
                                + " s"));
            }
        });
        connection.subscribe(
                subscription.subscribedFilter(),
                subscription.local().subscribeQos(),
                subscription.local().retainHandling(),
                failure -> loop.execute(() -> {
                    if (connection != current) {
                        deadline.cancel(false);
                    } else if (failure == null) {
                        deadline.cancel(false);
                        granted(connection, earlier);
                    } else if (failure.reason() == Reason.REASON_CODE) {
                        deadline.cancel(false);
                        refused(connection, failure, retryDelay);
                    }
                }));
    }

    private void granted(MqttConnection connection, List<String> earlier) {
        session.subscribed();
        if (earlier.isEmpty()) {
            sessions.settled(subscription);
        } else {
            // Only now: the messages that both filters match would have been missed otherwise.
            takeOut(connection, earlier);
        }
        log.info("{}: subscribed to {}", subscription.bridge(), subscription.subscribedFilter());
    }

    /** What the broker has not confirmed stays noted, and is tried again on the next connection. */
    private void takeOut(MqttConnection connection, List<String> earlier) {
        Set<String> left = new HashSet<>(earlier);
        for (String filter : earlier) {
            connection.unsubscribe(
                    filter,
                    failure -> loop.execute(() -> {
                        if (connection != current) {
                            return;
                        }
                        if (failure != null) {
                            log.warn(
                                    "{}: the local broker does not unsubscribe {}: {}",
                                    subscription.bridge(),
                                    filter,
                                    failure.getMessage());
                        } else if (left.remove(filter) && left.isEmpty()) {
                            sessions.settled(subscription);
                        }
                    }));
        }
    }

    private void refused(MqttConnection connection, RemoteException failure, Duration retryDelay) {
        String problem = "the local broker refuses " + subscription.filter().value() + ": " + failure.getMessage();
        session.refused(problem);
        log.warn("{}: {}; next attempt in {} s", subscription.bridge(), problem, retryDelay.toSeconds());
        Duration doubled = retryDelay.multipliedBy(2);
        Duration next = doubled.compareTo(LAST_RETRY) < 0 ? doubled : LAST_RETRY;
        loop.schedule(retryDelay, () -> {
            if (connection == current) {
                ask(connection, next);
            }
        });
    }
}
