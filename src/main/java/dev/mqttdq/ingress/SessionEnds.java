package dev.mqttdq.ingress;

import dev.mqttdq.config.LocalSettings;
import dev.mqttdq.session.SessionRuntime;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Has the local broker forget the sessions of this instance that were noted and that nobody needs any more. What could not
 * be done when the process ends is done by the next one. Belongs to the loop of its runtime.
 */
public final class SessionEnds {

    private final LocalSessionNotes sessions;
    private final SessionRuntime runtime;
    private final Map<String, SessionEnd> underWay = new HashMap<>();

    public SessionEnds(LocalSessionNotes sessions, SessionRuntime runtime) {
        this.sessions = sessions;
        this.runtime = runtime;
    }

    /** Ends all but these. One that is needed again is not ended. */
    public void endAllBut(Collection<String> needed, LocalSettings local) {
        if (local.address() == null) {
            return;
        }
        underWay.entrySet().removeIf(entry -> {
            boolean again = needed.contains(entry.getKey());
            if (again) {
                entry.getValue().stop();
            }
            return again;
        });
        for (String clientId : sessions.others(needed, local.server())) {
            if (!underWay.containsKey(clientId)) {
                SessionEnd end = new SessionEnd(clientId, local, runtime, () -> {
                    underWay.remove(clientId);
                    sessions.ended(clientId);
                });
                underWay.put(clientId, end);
                end.start();
            }
        }
    }

    /** Gives up for now. */
    public void stop() {
        underWay.values().forEach(SessionEnd::stop);
        underWay.clear();
    }
}
