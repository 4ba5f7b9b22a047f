package dev.mqttdq.queues;

import dev.mqttdq.config.ClusterSettings;
import dev.mqttdq.config.Configuration;
import dev.mqttdq.config.LocalSettings;
import dev.mqttdq.ingress.LocalSubscription;
import dev.mqttdq.ingress.LocalSubscription.Member;
import org.jspecify.annotations.Nullable;

/**
 * What the configuration says of all queues alike.
 *
 * @param among this instance among several that share the local messages; null where it is alone
 * @param publisher where it says who published a message
 */
record QueueEnvironment(LocalSettings local, @Nullable Member among, PublisherProperties publisher) {

    static QueueEnvironment of(Configuration configuration) {
        ClusterSettings cluster = configuration.cluster();
        return new QueueEnvironment(
                configuration.local(),
                cluster.enabled() ? new Member(configuration.nodeName(), cluster.shareGroup()) : null,
                new PublisherProperties(
                        configuration.queues().fromProperty(),
                        configuration.queues().usernameProperty()));
    }

    /** The session of a queue at the local broker. */
    LocalSubscription subscription(QueueDefinition definition) {
        return new LocalSubscription(
                "queue." + definition.name() + "." + definition.id(),
                local,
                definition.settings().topicFilter(),
                0,
                among);
    }
}
