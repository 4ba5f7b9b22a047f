package dev.mqttdq.config;

import dev.mqttdq.key.KeyExpression;
import dev.mqttdq.message.TopicFilter;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Message queues: what may be changed by REST while the service runs ({@link Options}), the listener, and the queues that
 * are declared.
 *
 * @param fromProperty the user property in which the local broker tells the publisher's client id; null: it does not
 * @param usernameProperty the same for the publisher's user name
 * @param declared by name, sorted
 */
public record MessageQueuesSettings(
        Options options,
        Listener listener,
        @Nullable String fromProperty,
        @Nullable String usernameProperty,
        Map<String, MessageQueueSettings> declared) {

    /** Why a queue may not do what it was made for, in sentences; the queue is valid all the same. */
    public List<String> warnings(MessageQueueSettings queue) {
        boolean isTold = fromProperty != null || usernameProperty != null;
        if (!queue.lastValue()
                || isTold
                || !KeyExpression.parse(queue.keyExpression()).usesPublisher()) {
            return List.of();
        }
        return List.of(
                "key_expression asks for the publisher, which no local broker tells by itself: messages are stored"
                        + " only where queues.from_property or queues.username_property names the user property that holds it");
    }

    /** When something is on: always, never, or as soon as a queue exists. */
    public enum Switch {
        ON,
        OFF,
        AUTO
    }

    public MessageQueuesSettings {
        declared = Collections.unmodifiableMap(new LinkedHashMap<>(new TreeMap<>(declared)));
    }

    /**
     * What {@code /queues/config} shows and sets.
     *
     * @param gcInterval how often what nobody needs any more is looked for
     * @param findQueueRetryInterval shown and set, of no effect: subscriptions are attached the moment a queue exists
     */
    public record Options(
            Switch enable,
            int maxQueueCount,
            Duration gcInterval,
            Duration findQueueRetryInterval,
            AutoCreate autoCreate) {}

    /**
     * Whether a subscription that names a filter makes a missing queue, and what it is like; at most one of the two is set.
     *
     * @param regular settings of the queue to be made, which is no last-value queue; name and filter are replaced
     * @param lastValue the same for a last-value queue
     */
    public record AutoCreate(
            @Nullable MessageQueueSettings regular,
            @Nullable MessageQueueSettings lastValue) {

        /** The settings of a queue made for a subscription; null where none is made. */
        public @Nullable MessageQueueSettings settings(String name, TopicFilter filter) {
            MessageQueueSettings template = regular != null ? regular : lastValue;
            return template == null ? null : template.named(name, filter);
        }
    }

    /**
     * Where consumers connect.
     *
     * @param sslBundle name of Spring's SSL bundle; null: without TLS
     * @param users hashed passwords in Spring Security's notation ({@code {bcrypt}…}), by user name
     * @param rules in order, the first that matches decides; what none matches is denied
     */
    public record Listener(
            Switch enabled,
            int port,
            boolean allowAnonymous,
            @Nullable String sslBundle,
            Map<String, Secret> users,
            List<Rule> rules) {

        public Listener {
            users = Map.copyOf(users);
            rules = List.copyOf(rules);
        }
    }

    /**
     * Allows or denies subscriptions.
     *
     * @param username whom it concerns; null: everybody, also anonymous clients
     * @param clientId whom it concerns; null: every client
     * @param topics filters on the whole topic of the SUBSCRIBE, as {@code $queue/orders}, or on plain filters for auto-create
     */
    public record Rule(
            boolean allow,
            @Nullable String username,
            @Nullable String clientId,
            List<String> topics) {

        public Rule {
            topics = List.copyOf(topics);
        }
    }
}
