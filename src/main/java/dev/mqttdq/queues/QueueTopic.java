package dev.mqttdq.queues;

import dev.mqttdq.config.MessageQueueSettings;
import dev.mqttdq.message.TopicFilter;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a client subscribes to: {@code $queue/<name>}, {@code $queue/<name>/<filter>}, or the deprecated
 * {@code $q/<filter>}, which means the queue {@code /<filter>}.
 *
 * @param topic the whole topic filter of the SUBSCRIBE
 * @param name the queue's name
 * @param filter the filter that the queue must have; null where any will do
 */
public record QueueTopic(
        String topic, String name, @Nullable TopicFilter filter) {

    /** What a queue's name looks like. */
    public static final Pattern NAME = MessageQueueSettings.NAME;

    private static final String PREFIX = "$queue/";
    private static final String DEPRECATED = "$q/";

    /** The parts of a topic; empty where it is none of these forms or the name or filter in it is invalid. */
    public static Optional<QueueTopic> parse(String topic) {
        if (topic.startsWith(DEPRECATED)) {
            String filter = topic.substring(DEPRECATED.length());
            return valid(filter)
                    ? Optional.of(new QueueTopic(topic, "/" + filter, new TopicFilter(filter)))
                    : Optional.empty();
        }
        if (!topic.startsWith(PREFIX)) {
            return Optional.empty();
        }
        String rest = topic.substring(PREFIX.length());
        int slash = rest.indexOf('/');
        String name = slash < 0 ? rest : rest.substring(0, slash);
        if (!NAME.matcher(name).matches()) {
            return Optional.empty();
        }
        if (slash < 0) {
            return Optional.of(new QueueTopic(topic, name, null));
        }
        String filter = rest.substring(slash + 1);
        return valid(filter) ? Optional.of(new QueueTopic(topic, name, new TopicFilter(filter))) : Optional.empty();
    }

    /** Whether a queue may have this filter. */
    public static boolean valid(String filter) {
        return TopicFilter.problemOf(filter).isEmpty() && !MessageQueueSettings.isOfListener(filter);
    }
}
