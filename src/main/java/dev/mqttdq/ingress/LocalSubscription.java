package dev.mqttdq.ingress;

import dev.mqttdq.config.LocalSettings;
import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.config.ServerAddress;
import dev.mqttdq.message.TopicFilter;
import dev.mqttdq.session.ClientIdHash;
import dev.mqttdq.session.SessionSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a bridge asks of the local broker: a persistent session of its own that holds one subscription.
 *
 * @param bridge the bridge's name
 * @param filter what the bridge takes
 * @param maxHops times a message may have been forwarded before it is taken for a loop; 0: not counted
 * @param among this instance among several that share the messages; null where it is the only one
 */
public record LocalSubscription(
        String bridge,
        LocalSettings local,
        TopicFilter filter,
        int maxHops,
        @Nullable Member among) {

    /**
     * One of several instances, each with a session of its own.
     *
     * @param node its name
     * @param shareGroup the group that shares the messages (MQTT 5.0 section 4.8.2)
     */
    public record Member(String node, String shareGroup) {}

    /** The broker, as configured. */
    public String server() {
        return local.server();
    }

    /** The filter on the wire. */
    public String subscribedFilter() {
        return among == null ? filter.value() : "$share/" + among.shareGroup() + "/" + filter.value();
    }

    /**
     * Whether subscribing once more to the same would bring retained messages again. Otherwise it is done at each
     * connection: it costs nothing, and puts right whatever the broker has forgotten.
     */
    boolean askingAgainReplays() {
        return local.protoVer() != ProtocolVersion.V5 || local.retainHandling() == 0;
    }

    /** The session's name at the broker: one that each instance has for itself. */
    public String clientId() {
        String shared = local.clientidPrefix() + bridge;
        return among == null ? shared : shared + "-" + ClientIdHash.of(among.node());
    }

    /** How to connect. */
    SessionSettings session() {
        return settings(clientId(), local, false, local.sessionExpiry());
    }

    /** How to connect to end a session. */
    static SessionSettings endOf(String clientId, LocalSettings local) {
        return settings(clientId, local, true, Duration.ZERO);
    }

    private static SessionSettings settings(
            String clientId, LocalSettings local, boolean cleanStart, Duration sessionExpiry) {
        ServerAddress address = local.address();
        if (address == null) {
            throw new IllegalStateException("a broker without an address is not connected to");
        }
        return new SessionSettings(
                address,
                local.ssl(),
                local.protoVer() == ProtocolVersion.V5 ? ProtocolVersion.V5 : ProtocolVersion.V4,
                clientId,
                local.username(),
                local.password(),
                local.keepalive(),
                cleanStart,
                sessionExpiry,
                local.receiveMaximum(),
                true);
    }
}
