package dev.mqttdq.config;

import dev.mqttdq.config.MessageQueuesSettings.Listener;
import dev.mqttdq.config.MessageQueuesSettings.Options;
import dev.mqttdq.config.MessageQueuesSettings.Rule;
import dev.mqttdq.config.MessageQueuesSettings.Switch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Message queues as plain trees of maps, lists, texts, numbers and booleans, for JSON: every default filled in, the names
 * of the configuration, durations in milliseconds, passwords masked. Given back they mean the same, but for the masks.
 */
public final class EffectiveQueues {

    private EffectiveQueues() {}

    /** Everything of {@code queues}. */
    static Map<String, Object> of(MessageQueuesSettings settings) {
        Map<String, Object> tree = of(settings.options());
        putIfSet(tree, MessageQueuesFields.FROM_PROPERTY, settings.fromProperty());
        putIfSet(tree, MessageQueuesFields.USERNAME_PROPERTY, settings.usernameProperty());
        tree.put("listener", of(settings.listener()));
        Map<String, Object> declared = new LinkedHashMap<>();
        settings.declared().forEach((name, queue) -> {
            Map<String, Object> fields = of(queue);
            fields.remove("name");
            declared.put(name, fields);
        });
        tree.put("declare", declared);
        return tree;
    }

    /** The options, as {@code /queues/config} shows them. */
    public static Map<String, Object> of(Options options) {
        FieldTree tree = new FieldTree();
        tree.put(MessageQueuesFields.ENABLE.key(), written(options.enable()));
        tree.put(MessageQueuesFields.MAX_QUEUE_COUNT.key(), options.maxQueueCount());
        tree.put(MessageQueuesFields.GC_INTERVAL.key(), options.gcInterval().toMillis());
        tree.put(
                MessageQueuesFields.FIND_QUEUE_RETRY_INTERVAL.key(),
                options.findQueueRetryInterval().toMillis());
        tree.put("auto_create.regular", template(options.autoCreate().regular()));
        tree.put("auto_create.lastvalue", template(options.autoCreate().lastValue()));
        return tree.map();
    }

    /** One queue with its name; the key expression only where it is of effect. */
    public static Map<String, Object> of(MessageQueueSettings queue) {
        FieldTree tree = new FieldTree();
        tree.put("name", queue.name());
        tree.put(MessageQueueFields.TOPIC_FILTER.key(), queue.topicFilter().value());
        tree.put(MessageQueueFields.IS_LASTVALUE.key(), queue.lastValue());
        putTemplate(tree, queue);
        return tree.map();
    }

    private static Object template(@Nullable MessageQueueSettings template) {
        if (template == null) {
            return false;
        }
        FieldTree tree = new FieldTree();
        putTemplate(tree, template);
        return tree.map();
    }

    private static void putTemplate(FieldTree tree, MessageQueueSettings queue) {
        if (queue.lastValue()) {
            tree.put(MessageQueueFields.KEY_EXPRESSION.key(), queue.keyExpression());
        }
        tree.put(MessageQueueFields.RETENTION.key(), queue.retention().toMillis());
        tree.put(MessageQueueFields.DISPATCH_STRATEGY.key(), FieldTypes.lowerCase(queue.dispatchStrategy()));
        tree.put(MessageQueueFields.MAX_MESSAGE_COUNT.key(), limit(queue.maxMessages()));
        tree.put(MessageQueueFields.MAX_MESSAGE_BYTES.key(), limit(queue.maxMessageBytes()));
        tree.put(MessageQueueFields.CONSUMER_MAX_INFLIGHT.key(), queue.consumerMaxInflight());
        tree.put(
                MessageQueueFields.REDISPATCH_INTERVAL.key(),
                queue.redispatchInterval().toMillis());
        tree.put(MessageQueueFields.MAX_DELIVERIES.key(), queue.maxDeliveries());
    }

    private static Map<String, Object> of(Listener listener) {
        FieldTree tree = new FieldTree();
        tree.put(MessageQueuesFields.LISTENER_ENABLED.key(), written(listener.enabled()));
        tree.put(MessageQueuesFields.LISTENER_PORT.key(), listener.port());
        tree.put(MessageQueuesFields.ALLOW_ANONYMOUS.key(), listener.allowAnonymous());
        if (listener.sslBundle() != null) {
            tree.put(MessageQueuesFields.SSL_BUNDLE.key(), listener.sslBundle());
        }
        FieldTree users = tree.group("users");
        new TreeMap<>(listener.users()).forEach((name, hash) -> users.putItem(name, hash.toString()));
        List<Map<String, Object>> rules =
                listener.rules().stream().map(EffectiveQueues::of).toList();
        tree.put("rules", rules);
        return tree.map();
    }

    private static Map<String, Object> of(Rule rule) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(MessageQueuesFields.RULE_ALLOW.key(), rule.allow());
        putIfSet(tree, MessageQueuesFields.RULE_USERNAME, rule.username());
        putIfSet(tree, MessageQueuesFields.RULE_CLIENTID, rule.clientId());
        tree.put(MessageQueuesFields.RULE_TOPICS.key(), rule.topics());
        return tree;
    }

    private static void putIfSet(Map<String, Object> tree, Field<String> field, @Nullable String value) {
        if (value != null) {
            tree.put(field.key(), value);
        }
    }

    private static Object written(Switch value) {
        return value == Switch.AUTO ? "auto" : value == Switch.ON;
    }

    private static Object limit(long limit) {
        return limit == Long.MAX_VALUE ? QueueFieldTypes.INFINITY : limit;
    }
}
