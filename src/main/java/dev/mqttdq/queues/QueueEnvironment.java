package dev.mqttdq.queues;

import dev.mqttdq.config.Configuration;
import dev.mqttdq.config.LocalSettings;
import dev.mqttdq.ingress.LocalSubscription;
import org.jspecify.annotations.Nullable;

/**
 * What the configuration says of all queues alike.
 *
 * @param shareGroup the group that shares the local messages; null where this instance is alone
 * @param fromProperty the user property with the publisher's client id; null: there is none
 * @param usernameProperty the user property with the publisher's user name; null: there is none
 */
record QueueEnvironment(
        LocalSettings local,
        @Nullable String shareGroup,
        @Nullable String fromProperty,
        @Nullable String usernameProperty) {

    static QueueEnvironment of(Configuration configuration) {
        return new QueueEnvironment(
                configuration.local(),
                configuration.cluster().enabled() ? configuration.cluster().shareGroup() : null,
                configuration.queues().fromProperty(),
                configuration.queues().usernameProperty());
    }

    /** The session of a queue at the local broker. */
    LocalSubscription subscription(QueueDefinition definition) {
        return new LocalSubscription(
                "queue." + definition.name() + "." + definition.id(),
                local,
                definition.settings().topicFilter(),
                0,
                shareGroup);
    }
}
