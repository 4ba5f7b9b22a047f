package dev.mqttdq.queues;

import dev.mqttdq.message.TopicFilter;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All subscriptions of clients and all running queues, by name; brings together what fits. A subscription whose queue is
 * missing, or has another filter than it names, waits here. Thread-safe; nothing blocks.
 */
final class Subscriptions {

    private final Map<String, Named> byName = new HashMap<>();

    private static final class Named {
        private final Set<Subscription> subscriptions = new LinkedHashSet<>();
        private @Nullable MessageQueue queue;
        private @Nullable TopicFilter filter;

        boolean fits(Subscription subscription) {
            TopicFilter wanted = subscription.topic().filter();
            return wanted == null || wanted.equals(filter);
        }
    }

    /** Attaches a subscription, now or when its queue runs. */
    synchronized Subscription add(QueueTopic topic, Subscriber subscriber) {
        Subscription subscription = new Subscription(this, topic, subscriber);
        Named named = byName.computeIfAbsent(topic.name(), name -> new Named());
        named.subscriptions.add(subscription);
        if (named.queue != null && named.fits(subscription)) {
            subscription.attach(named.queue);
        }
        return subscription;
    }

    synchronized void remove(Subscription subscription) {
        String name = subscription.topic().name();
        Named named = byName.get(name);
        if (named != null && named.subscriptions.remove(subscription)) {
            subscription.detach();
            forgetIfEmpty(name, named);
        }
    }

    /** A queue runs. */
    synchronized void opened(String name, TopicFilter filter, MessageQueue queue) {
        Named named = byName.computeIfAbsent(name, same -> new Named());
        named.queue = queue;
        named.filter = filter;
        named.subscriptions.stream().filter(named::fits).forEach(subscription -> subscription.attach(queue));
    }

    /** A queue runs no more; its subscriptions wait for the next of its name. */
    synchronized void closed(String name) {
        Named named = byName.get(name);
        if (named != null) {
            named.subscriptions.forEach(Subscription::detach);
            named.queue = null;
            named.filter = null;
            forgetIfEmpty(name, named);
        }
    }

    /** How many name another filter than the running queue has. */
    synchronized int silent(String name) {
        Named named = byName.get(name);
        return named == null || named.queue == null
                ? 0
                : (int) named.subscriptions.stream()
                        .filter(subscription -> !named.fits(subscription))
                        .count();
    }

    private void forgetIfEmpty(String name, Named named) {
        if (named.subscriptions.isEmpty() && named.queue == null) {
            byName.remove(name);
        }
    }
}
