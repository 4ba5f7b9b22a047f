package dev.mqttdq.config;

import dev.mqttdq.message.TopicFilter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a message queue from a plain tree with the names of the configuration, as a REST body or a stored definition is
 * one. Every problem is named at once; nothing is substituted, and what is only ever shown is passed over.
 */
public final class MessageQueueReader {

    private static final String NAME = "name";

    /** What is shown together with a queue but does not belong to its settings. */
    private static final List<String> SHOWN_ONLY = List.of("declared", "stats", "warnings");

    private static final TopicFilter ANY = new TopicFilter("#");

    private MessageQueueReader() {}

    /**
     * A new queue.
     *
     * @throws InvalidConfigurationException with all problems
     */
    public static MessageQueueSettings created(Map<String, ?> tree) {
        Problems problems = new Problems();
        String name = nameIn(tree, problems);
        if (!problems.concern(NAME) && !MessageQueueSettings.NAME.matcher(name).matches()) {
            problems.add(NAME, name, MessageQueueSettings.NAME_RULE);
        }
        return read(name, values(tree, problems), problems);
    }

    /**
     * Other settings of a queue: what is not in the tree gets its default, except that the filter and the last-value flag
     * stay.
     *
     * @throws InvalidConfigurationException with all problems
     */
    public static MessageQueueSettings updated(MessageQueueSettings present, Map<String, ?> tree) {
        Problems problems = new Problems();
        String name = tree.containsKey(NAME) ? nameIn(tree, problems) : present.name();
        if (!problems.concern(NAME) && !name.equals(present.name())) {
            problems.add(NAME, name, "must be '" + present.name() + "' as in the path, and cannot be changed");
        }
        Map<String, Object> values = values(tree, problems);
        values.putIfAbsent(
                MessageQueueFields.TOPIC_FILTER.key(), present.topicFilter().value());
        values.putIfAbsent(MessageQueueFields.IS_LASTVALUE.key(), present.lastValue());
        return read(present.name(), values, problems);
    }

    /**
     * What {@link EffectiveQueues#of(MessageQueueSettings)} made, under any name.
     *
     * @throws InvalidConfigurationException with all problems
     */
    public static MessageQueueSettings stored(Map<String, ?> tree) {
        Problems problems = new Problems();
        return read(nameIn(tree, problems), values(tree, problems), problems);
    }

    private static String nameIn(Map<String, ?> tree, Problems problems) {
        if (tree.get(NAME) instanceof String name && !name.isEmpty()) {
            return name;
        }
        problems.add(NAME, tree.get(NAME), "is required and must be text");
        return "";
    }

    private static Map<String, Object> values(Map<String, ?> tree, Problems problems) {
        Map<String, Object> own = new LinkedHashMap<>(tree);
        own.remove(NAME);
        own.keySet().removeAll(SHOWN_ONLY);
        Map<String, Object> values = new LinkedHashMap<>();
        new RawFields("", MessageQueueFields.ALL, List.of(), values, problems).addTree(own);
        return values;
    }

    private static MessageQueueSettings read(String name, Map<String, Object> values, Problems problems) {
        MessageQueueSettings settings =
                read(name, new FieldReader("", values, Variables.none(), problems, new ArrayList<>()));
        problems.throwIfAny();
        return settings;
    }

    static MessageQueueSettings read(String name, FieldReader fields) {
        return read(
                name, fields.get(MessageQueueFields.TOPIC_FILTER), fields.get(MessageQueueFields.IS_LASTVALUE), fields);
    }

    /** Settings of queues to be made, without name and filter. */
    static MessageQueueSettings template(boolean lastValue, FieldReader fields) {
        return read("", ANY, lastValue, fields);
    }

    private static MessageQueueSettings read(String name, TopicFilter filter, boolean lastValue, FieldReader fields) {
        String keyExpression = fields.get(MessageQueueFields.KEY_EXPRESSION);
        return new MessageQueueSettings(
                name,
                filter,
                lastValue,
                // Of no effect otherwise, so no difference either.
                lastValue ? keyExpression : MessageQueueFields.KEY_EXPRESSION.fallback(),
                fields.get(MessageQueueFields.RETENTION),
                fields.get(MessageQueueFields.DISPATCH_STRATEGY),
                fields.get(MessageQueueFields.MAX_MESSAGE_COUNT),
                fields.get(MessageQueueFields.MAX_MESSAGE_BYTES),
                fields.get(MessageQueueFields.CONSUMER_MAX_INFLIGHT),
                fields.get(MessageQueueFields.REDISPATCH_INTERVAL),
                fields.get(MessageQueueFields.MAX_DELIVERIES));
    }
}
