package dev.mqttdq.ingress;

import dev.mqttdq.config.LocalSettings;
import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.config.ServerAddress;
import dev.mqttdq.message.TopicFilter;
import dev.mqttdq.session.ClientIdHash;
import dev.mqttdq.session.SessionSettings;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a bridge asks of the local broker: a persistent session of its own that holds one subscription.
 *
 * @param bridge the bridge's name
 * @param filter what the bridge takes
 * @param maxHops times a message may have been forwarded before it is taken for a loop; 0: not counted
 * @param clientId the session's name at the broker: one that each instance has for itself
 * @param shareGroup the group of instances that share the messages (MQTT 5.0 section 4.8.2); null where this one is alone
 */
public record LocalSubscription(
        String bridge,
        LocalSettings local,
        TopicFilter filter,
        int maxHops,
        String clientId,
        @Nullable String shareGroup) {

    /**
     * An instance, alone or one of several of which each has a session of its own.
     *
     * @param node its name
     * @param shareGroup the group that shares the messages; null where it is alone
     */
    public record Instance(String node, @Nullable String shareGroup) {}

    /**
     * Names the session after the bridge, and after the instance where that is one of several. A session that the instance has
     * already goes on under its name when one becomes several, or the other way: what waits in it must not be lost.
     */
    public static LocalSubscription of(
            String bridge,
            LocalSettings local,
            TopicFilter filter,
            int maxHops,
            Instance instance,
            LocalSessions sessions) {
        String alone = local.clientidPrefix() + bridge;
        String oneOfSeveral = alone + "-" + ClientIdHash.of(instance.node());
        List<String> names =
                instance.shareGroup() == null ? List.of(alone, oneOfSeveral) : List.of(oneOfSeveral, alone);
        String clientId = sessions.firstKnown(names, local.server()).orElse(names.get(0));
        return new LocalSubscription(bridge, local, filter, maxHops, clientId, instance.shareGroup());
    }

    /** The broker, as configured. */
    public String server() {
        return local.server();
    }

    /** The filter on the wire. */
    public String subscribedFilter() {
        return shareGroup == null ? filter.value() : "$share/" + shareGroup + "/" + filter.value();
    }

    /**
     * Whether subscribing once more to the same would bring retained messages again. Otherwise it is done at each
     * connection: it costs nothing, and puts right whatever the broker has forgotten.
     */
    boolean askingAgainReplays() {
        return local.protoVer() != ProtocolVersion.V5 || local.retainHandling() == 0;
    }

    /** How to connect. */
    SessionSettings session() {
        return settings(clientId, local, false, local.sessionExpiry());
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
