package dev.mqttdq.queues;

import dev.mqttdq.config.ClusterSettings;
import dev.mqttdq.config.Configuration;
import dev.mqttdq.config.LocalSettings;
import dev.mqttdq.ingress.LocalSessions;
import dev.mqttdq.ingress.LocalSubscription;
import dev.mqttdq.ingress.LocalSubscription.Instance;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What the configuration says of all queues alike.
 *
 * @param instance this one, alone or one of several that share the local messages
 * @param publisher where it says who published a message
 */
record QueueEnvironment(LocalSettings local, Instance instance, PublisherProperties publisher) {

    static QueueEnvironment of(Configuration configuration) {
        ClusterSettings cluster = configuration.cluster();
        return new QueueEnvironment(
                configuration.local(),
                new Instance(configuration.nodeName(), cluster.enabled() ? cluster.shareGroup() : null),
                new PublisherProperties(
                        configuration.queues().fromProperty(),
                        configuration.queues().usernameProperty()));
    }

    /** The session of a queue at the local broker. */
    LocalSubscription subscription(QueueDefinition definition, LocalSessions sessions) {
        return LocalSubscription.of(
                "queue." + definition.name() + "." + definition.id(),
                local,
                definition.settings().topicFilter(),
                0,
                new Instance(instance.node(), shareGroup(instance.shareGroup(), definition.name())),
                sessions);
    }

    /**
     * Each queue has a group of its own: two that have the same filter, or a queue and a bridge, would else share what each
     * of them is to get. It is the same at all instances, and has none of the characters that a group must not have (MQTT 5.0
     * section 4.8.2).
     */
    private static @Nullable String shareGroup(@Nullable String group, String queue) {
        if (group == null) {
            return null;
        }
        String name = URLEncoder.encode(queue, StandardCharsets.UTF_8).replace("+", "%20");
        return group + "." + name;
    }
}
