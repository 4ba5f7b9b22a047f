package dev.mqttdq.queues;

import dev.mqttdq.config.DispatchStrategy;
import dev.mqttdq.config.MessageQueueSettings;
import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import dev.mqttdq.message.TopicFilter;
import dev.mqttdq.store.AppendListener;
import dev.mqttdq.store.StorageException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/** A dispatcher on scripted time, over a store without a disk, with subscribers that do as they are told. */
final class DispatchFixture {

    static final Duration INTERVAL = Duration.ofMillis(100);

    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    final ScriptedLoop loop = new ScriptedLoop();
    final FakeStore store = new FakeStore();
    final DispatchCounters counters = new DispatchCounters();
    final Dispatcher dispatcher;
    private MessageQueueSettings settings = settings(DispatchStrategy.ROUND_ROBIN, 10, -1);
    private Instant now = START;

    DispatchFixture() {
        dispatcher =
                new Dispatcher(settings, store, new Dispatcher.Surroundings(loop, () -> now, new Random(7)), counters);
    }

    static MessageQueueSettings settings(DispatchStrategy strategy, int window, int maxDeliveries) {
        return new MessageQueueSettings(
                "q",
                new TopicFilter("#"),
                false,
                "message.from",
                Duration.ofDays(7),
                strategy,
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                window,
                INTERVAL,
                maxDeliveries);
    }

    void reconfigure(DispatchStrategy strategy, int window, int maxDeliveries) {
        settings = settings(strategy, window, maxDeliveries);
        dispatcher.reconfigure(settings);
        loop.run();
    }

    /** Lets time pass, on both clocks. */
    void pass(Duration duration) {
        now = now.plus(duration);
        loop.advance(duration);
    }

    void publish(int messages) {
        IntStream.range(0, messages).forEach(i -> publish(MessageProperties.NONE));
    }

    void publishExpiring(long seconds) {
        publish(MessageProperties.NONE.withMessageExpiry(seconds));
    }

    private void publish(MessageProperties properties) {
        store.append(
                new BridgeMessage(
                        "t",
                        "payload".getBytes(StandardCharsets.UTF_8),
                        Qos.AT_LEAST_ONCE,
                        false,
                        now.toEpochMilli(),
                        properties),
                new AppendListener() {
                    @Override
                    public void stored() {}

                    @Override
                    public void failed(StorageException reason) {
                        throw new AssertionError(reason);
                    }
                });
        loop.run();
    }

    Client client(String name) {
        return new Client(name, 0);
    }

    /** A subscription that was attached so often before. */
    Client client(String name, int attachments) {
        return new Client(name, attachments);
    }

    /** A client with one subscription; attached from the beginning. */
    final class Client implements Subscriber {

        private final String name;
        final Consumer consumer;
        final List<Delivery> received = new ArrayList<>();
        int capacity = Integer.MAX_VALUE;
        LongPredicate tooLarge = offset -> false;
        int refused;
        private int answered;

        private Client(String name, int attachments) {
            this.name = name;
            consumer = new Consumer(this, attachments);
            dispatcher.attach(consumer);
            loop.run();
        }

        @Override
        public String clientId() {
            return name;
        }

        @Override
        public Answer offer(Delivery delivery) {
            if (tooLarge.test(delivery.offset())) {
                refused++;
                return Answer.TOO_LARGE;
            }
            if (capacity == 0) {
                return Answer.NO_ROOM;
            }
            capacity--;
            received.add(delivery);
            return Answer.SENT;
        }

        /** Offsets received, in order. */
        List<Long> offsets() {
            return received.stream().map(Delivery::offset).toList();
        }

        /** The attempt that the last delivery was. */
        int lastAttempt() {
            return received.get(received.size() - 1).attempt();
        }

        void acknowledge(long offset) {
            dispatcher.acknowledged(consumer, offset);
            loop.run();
        }

        void acknowledgeAll() {
            List.copyOf(received).forEach(delivery -> dispatcher.acknowledged(consumer, delivery.offset()));
            loop.run();
        }

        void reject(long offset) {
            dispatcher.rejected(consumer, offset);
            loop.run();
        }

        /** Answers all that it has now and has not answered here before: acknowledges these, rejects the others. */
        void answer(LongPredicate acknowledged) {
            List<Delivery> had = List.copyOf(received.subList(answered, received.size()));
            answered = received.size();
            had.forEach(delivery -> {
                if (acknowledged.test(delivery.offset())) {
                    acknowledge(delivery.offset());
                } else {
                    reject(delivery.offset());
                }
            });
        }

        void ready(int messages) {
            capacity = messages;
            dispatcher.ready(consumer);
            loop.run();
        }

        void end() {
            dispatcher.detach(consumer);
            loop.run();
        }
    }
}
