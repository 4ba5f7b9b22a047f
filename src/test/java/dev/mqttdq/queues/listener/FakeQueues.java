package dev.mqttdq.queues.listener;

import static org.awaitility.Awaitility.await;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import dev.mqttdq.queues.Attachment;
import dev.mqttdq.queues.Delivery;
import dev.mqttdq.queues.QueueSubscriptions;
import dev.mqttdq.queues.QueueTopic;
import dev.mqttdq.queues.Subscriber;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queues in memory, on one thread of their own. They know no window: what limits a client is up to the listener. A message that
 * a client rejected is not offered to it again.
 */
final class FakeQueues implements QueueSubscriptions, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(FakeQueues.class);

    private final ExecutorService loop = Executors.newSingleThreadExecutor(FakeQueues::thread);
    private final Map<String, Queue> queues = new TreeMap<>();

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "fake-queues");
        thread.setUncaughtExceptionHandler((ended, failure) -> log.error("what was called threw", failure));
        return thread;
    }

    @Override
    public Attachment subscribe(QueueTopic topic, boolean mayCreate, Subscriber subscriber) {
        Member member = new Member(topic, mayCreate, subscriber);
        loop.execute(() -> {
            queue(topic.name()).members.add(member);
            queue(topic.name()).offer();
        });
        return member;
    }

    private Queue queue(String name) {
        return queues.computeIfAbsent(name, missing -> new Queue());
    }

    void publish(String queue, String topic, String payload) {
        publish(queue, message(topic, payload.getBytes(StandardCharsets.UTF_8), MessageProperties.NONE));
    }

    void publish(String queue, BridgeMessage message) {
        loop.execute(() -> queue(queue).add(message));
    }

    static BridgeMessage message(String topic, byte[] payload, MessageProperties properties) {
        return new BridgeMessage(topic, payload, Qos.AT_LEAST_ONCE, false, 0, properties);
    }

    /** Messages that nobody has acknowledged. */
    int left(String queue) {
        return ask(() -> queue(queue).messages.size());
    }

    /** Messages that are sent and not acknowledged. */
    long inflight(String queue) {
        return ask(() -> queue(queue).messages.values().stream()
                .filter(held -> held.holder != null)
                .count());
    }

    /** The payloads that clients have acknowledged, in that order. */
    List<String> consumed(String queue) {
        return ask(() -> List.copyOf(queue(queue).consumed));
    }

    /** Whether each subscription may create the queue. */
    List<Boolean> mayCreate(String queue) {
        return ask(() ->
                queue(queue).members.stream().map(member -> member.mayCreate).toList());
    }

    List<String> clients(String queue) {
        return ask(() -> queue(queue).members.stream()
                .map(member -> member.subscriber.clientId())
                .toList());
    }

    void awaitClients(String queue, int count) {
        await(count + " clients at " + queue)
                .atMost(Duration.ofSeconds(30))
                .until(() -> clients(queue).size() == count);
    }

    void awaitLeft(String queue, int count) {
        await(count + " messages left in " + queue)
                .atMost(Duration.ofSeconds(60))
                .until(() -> left(queue) == count);
    }

    void awaitInflight(String queue, int count) {
        await(count + " messages of " + queue + " in flight")
                .atMost(Duration.ofSeconds(30))
                .until(() -> inflight(queue) == count);
    }

    /** Returns when all that was published is offered. */
    void rest() {
        ask(() -> true);
    }

    private <T> T ask(Supplier<T> question) {
        return CompletableFuture.supplyAsync(question, loop).join();
    }

    @Override
    public void close() {
        loop.shutdownNow();
    }

    private static final class Held {

        private final BridgeMessage message;
        private final List<Member> rejectedBy = new ArrayList<>();
        private @Nullable Member holder;
        private int attempts;

        Held(BridgeMessage message) {
            this.message = message;
        }
    }

    private static final class Queue {

        private final List<Member> members = new ArrayList<>();
        private final Map<Long, Held> messages = new LinkedHashMap<>();
        private final List<String> consumed = new ArrayList<>();
        private long next;

        void add(BridgeMessage message) {
            messages.put(next++, new Held(message));
            offer();
        }

        void offer() {
            for (Map.Entry<Long, Held> entry : messages.entrySet()) {
                if (entry.getValue().holder == null) {
                    offer(entry.getKey(), entry.getValue());
                }
                if (members.stream().noneMatch(member -> member.ready)) {
                    return;
                }
            }
        }

        private void offer(long offset, Held held) {
            for (Member member : List.copyOf(members)) {
                if (!member.ready || held.rejectedBy.contains(member)) {
                    continue;
                }
                // First, since the answer may come before offer returns.
                held.holder = member;
                switch (member.subscriber.offer(new Delivery(offset, held.message, held.attempts + 1))) {
                    case SENT -> {
                        held.attempts++;
                        members.remove(member);
                        members.add(member);
                        return;
                    }
                    case NO_ROOM -> member.ready = false;
                    case TOO_LARGE -> held.rejectedBy.add(member);
                }
                held.holder = null;
            }
        }
    }

    private final class Member implements Attachment {

        private final QueueTopic topic;
        private final boolean mayCreate;
        private final Subscriber subscriber;
        private boolean ready = true;

        Member(QueueTopic topic, boolean mayCreate, Subscriber subscriber) {
            this.topic = topic;
            this.mayCreate = mayCreate;
            this.subscriber = subscriber;
        }

        @Override
        public void acknowledged(long offset) {
            loop.execute(() -> {
                Held held = queue(topic.name()).messages.get(offset);
                if (held != null && held.holder == this) {
                    queue(topic.name()).messages.remove(offset);
                    queue(topic.name()).consumed.add(new String(held.message.payload(), StandardCharsets.UTF_8));
                }
            });
        }

        @Override
        public void rejected(long offset) {
            loop.execute(() -> {
                Held held = queue(topic.name()).messages.get(offset);
                if (held != null && held.holder == this) {
                    held.holder = null;
                    held.rejectedBy.add(this);
                    queue(topic.name()).offer();
                }
            });
        }

        @Override
        public void ready() {
            loop.execute(() -> {
                ready = true;
                queue(topic.name()).offer();
            });
        }

        @Override
        public void end() {
            if (loop.isShutdown()) {
                return;
            }
            loop.execute(() -> {
                Queue queue = queue(topic.name());
                queue.members.remove(this);
                queue.messages.values().stream()
                        .filter(held -> held.holder == this)
                        .forEach(held -> held.holder = null);
                queue.offer();
            });
        }
    }
}
