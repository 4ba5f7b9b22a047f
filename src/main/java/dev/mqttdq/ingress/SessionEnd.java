package dev.mqttdq.ingress;

import dev.mqttdq.config.LocalSettings;
import dev.mqttdq.session.BackOff;
import dev.mqttdq.session.Connack;
import dev.mqttdq.session.HandOver;
import dev.mqttdq.session.MqttConnection;
import dev.mqttdq.session.RemoteException;
import dev.mqttdq.session.SessionListener;
import dev.mqttdq.session.SessionRuntime;
import dev.mqttdq.session.SessionSettings;
import dev.mqttdq.session.SupervisedSession;

/**
 * Has the local broker forget a session that nobody needs any more: connects once with a clean start and no expiry, and
 * disconnects (MQTT 5.0 section 3.1.2.11.2). Tries until it succeeds or is given up.
 */
public final class SessionEnd implements SessionListener {

    private final SupervisedSession session;
    private final Runnable done;

    /** @param done run once, on the loop, when the broker has forgotten the session */
    public SessionEnd(String clientId, LocalSettings local, SessionRuntime runtime, Runnable done) {
        this.done = done;
        SessionSettings settings = LocalSubscription.endOf(clientId, local);
        session = new SupervisedSession(
                clientId + "-end",
                runtime.loop(),
                runtime.keepAlive(),
                () -> settings,
                new HandOver(Long.MAX_VALUE),
                new BackOff(runtime.random()),
                this);
    }

    /** Begins; on the loop. */
    public void start() {
        session.start();
    }

    /** Gives up; on the loop. */
    public void stop() {
        session.stop();
    }

    @Override
    public void connected(MqttConnection connection, Connack connack) {
        session.stop();
        done.run();
    }

    @Override
    public void disconnected(RemoteException reason, boolean wasConnected) {
        // The next attempt is on its way.
    }
}
