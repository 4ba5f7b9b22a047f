package dev.mqttdq.queues;

import dev.mqttdq.config.MessageQueueSettings;
import dev.mqttdq.queues.QueueRegistry.Changes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What the declarations of a configuration make of the queues there are.
 *
 * @param declared queues that come or change
 * @param released queues that are declared no longer, as they are from now on
 * @param conflicts declarations that cannot be fulfilled as they are, in sentences
 */
record Declarations(Changes declared, List<QueueDefinition> released, List<String> conflicts) {

    Declarations {
        released = List.copyOf(released);
        conflicts = List.copyOf(conflicts);
    }

    /**
     * @param wanted what the configuration declares, by name
     * @param present the queues there are, by name
     * @param ids for those that come
     */
    static Declarations of(
            Map<String, MessageQueueSettings> wanted, Map<String, QueueDefinition> present, Supplier<String> ids) {
        List<QueueDefinition> added = new ArrayList<>();
        List<QueueDefinition> changed = new ArrayList<>();
        List<String> conflicts = new ArrayList<>();
        for (MessageQueueSettings settings : wanted.values()) {
            QueueDefinition queue = present.get(settings.name());
            if (queue == null) {
                added.add(new QueueDefinition(settings, ids.get(), true));
                continue;
            }
            QueueDefinition next =
                    new QueueDefinition(fitting(settings, queue.settings(), conflicts), queue.id(), true);
            if (!next.equals(queue)) {
                changed.add(next);
            }
        }
        List<QueueDefinition> released = present.values().stream()
                .filter(queue -> queue.declared() && !wanted.containsKey(queue.name()))
                .map(queue -> new QueueDefinition(queue.settings(), queue.id(), false))
                .toList();
        return new Declarations(new Changes(added, changed), released, conflicts);
    }

    /** The wanted settings, or those it has where a queue that exists cannot get the wanted ones. */
    private static MessageQueueSettings fitting(
            MessageQueueSettings wanted, MessageQueueSettings own, List<String> conflicts) {
        if (own.topicFilter().equals(wanted.topicFilter()) && own.lastValue() == wanted.lastValue()) {
            return wanted;
        }
        conflicts.add("Queue %s is declared with topic_filter %s and is_lastvalue %s but exists with %s and %s, which"
                        .formatted(
                                wanted.name(),
                                wanted.topicFilter().value(),
                                wanted.lastValue(),
                                own.topicFilter().value(),
                                own.lastValue())
                + " cannot be changed: leave it out of the configuration, delete it, and declare it again");
        return own;
    }

    /** All of it. */
    Changes changes() {
        return new Changes(
                declared.added(),
                Stream.concat(declared.changed().stream(), released.stream()).toList());
    }
}
