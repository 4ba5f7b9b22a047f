package dev.mqttdq.queues;

import dev.mqttdq.config.ClusterSettings;
import dev.mqttdq.config.Configuration;
import dev.mqttdq.config.LocalSettings;
import dev.mqttdq.ingress.LocalSubscription;
import dev.mqttdq.ingress.LocalSubscription.Member;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
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
                among == null ? null : new Member(among.node(), shareGroup(among, definition.name())));
    }

    /**
     * Each queue has a group of its own: two that have the same filter, or a queue and a bridge, would else share what each
     * of them is to get. It is the same at all instances, and has none of the characters that a group must not have (MQTT 5.0
     * section 4.8.2).
     */
    private static String shareGroup(Member member, String queue) {
        String name = URLEncoder.encode(queue, StandardCharsets.UTF_8).replace("+", "%20");
        return member.shareGroup() + "." + name;
    }
}
