package dev.mqttdq.egress;

import dev.mqttdq.session.EventLoop;
import dev.mqttdq.store.PartitionQueue;
import dev.mqttdq.store.Settlement;
import dev.mqttdq.store.StoredMessage;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a connector holds of one partition: the batch read ahead, what is in flight, and the topics that wait for a refused
 * message of theirs. All of it is thrown away when the connection ends ({@link #rewind}); the disk has it still.
 *
 * <p>Order per topic: messages come out by offset; while a message of a topic waits to be tried again, the later ones of
 * that topic wait behind it. Only their offsets are kept, and their number is bounded: at the bound no more is read from
 * this partition until some are through.
 *
 * <p>Belongs to the loop of the bridge's egress.
 */
final class PartitionFeed {

    private static final long BATCH_BYTES = 4L << 20;
    private static final int MAX_PARKED = 50_000;
    private static final int RESUMED_BATCH = 32;

    private final PartitionQueue queue;
    private final EventLoop loop;
    private final Runnable wakeUp;
    private final Deque<StoredMessage> backlog = new ArrayDeque<>();
    private final Deque<StoredMessage> ready = new ArrayDeque<>();
    private final Map<Long, Delivery> inflight = new LinkedHashMap<>();
    /** By offset: what is known of messages that failed before; survives the connection. */
    private final Map<Long, Failed> failed = new HashMap<>();

    private final Map<String, Parked> parked = new HashMap<>();
    private int parkedCount;
    private boolean polling;
    private int generation;

    /** @param wakeUp run on the loop whenever there is something new to send */
    PartitionFeed(PartitionQueue queue, EventLoop loop, Runnable wakeUp) {
        this.queue = queue;
        this.loop = loop;
        this.wakeUp = wakeUp;
    }

    /** Messages held here and not sent. */
    int backlog() {
        return backlog.size() + ready.size() + parkedCount;
    }

    /** Whether there may be a message to send now. */
    boolean hasNext() {
        return !ready.isEmpty() || !backlog.isEmpty();
    }

    /** Messages sent and not answered, in the order of sending. */
    Map<Long, Delivery> inflight() {
        return inflight;
    }

    /** Reads ahead when less than a batch is here. */
    void replenish(int batch) {
        if (polling || backlog.size() >= batch || parkedCount >= MAX_PARKED) {
            return;
        }
        polling = true;
        int asked = generation;
        queue.poll(batch, BATCH_BYTES, messages -> loop.execute(() -> arrived(asked, messages)));
    }

    private void arrived(int asked, List<StoredMessage> messages) {
        if (asked == generation) {
            polling = false;
            backlog.addAll(messages);
            wakeUp.run();
        }
    }

    /** The next message that may be sent now; null for none. It is the caller's from here. */
    @Nullable
    StoredMessage next() {
        StoredMessage resumed = ready.poll();
        if (resumed != null) {
            return resumed;
        }
        StoredMessage message;
        while ((message = backlog.poll()) != null) {
            String topic = message.message().topic();
            Parked waiting = parked.get(topic);
            Failed before = failed.get(message.offset());
            if (waiting != null) {
                waiting.add(message.offset());
            } else if (before != null && before.notBefore - loop.nanoTime() > 0) {
                park(topic, message.offset(), Duration.ofNanos(before.notBefore - loop.nanoTime()));
            } else {
                return message;
            }
        }
        return null;
    }

    /** Which attempt the next one at this message is. */
    int nextAttempt(StoredMessage message) {
        Failed before = failed.get(message.offset());
        return before == null ? 1 : before.attempts + 1;
    }

    void sent(Delivery delivery) {
        inflight.put(delivery.stored().offset(), delivery);
    }

    /** Ends a message. */
    void settle(StoredMessage message, Settlement settlement) {
        inflight.remove(message.offset());
        failed.remove(message.offset());
        queue.settle(message.offset(), settlement);
        Parked waiting = parked.get(message.message().topic());
        if (waiting != null) {
            waiting.passed(message.offset());
        }
    }

    /** Has a refused message tried again after a delay, before the later ones of its topic. */
    void retryLater(Delivery delivery, Duration delay) {
        StoredMessage message = delivery.stored();
        inflight.remove(message.offset());
        failed.put(message.offset(), new Failed(delivery.attempt(), loop.nanoTime() + delay.toNanos()));
        park(message.message().topic(), message.offset(), delay);
    }

    /** The connection ended: its messages have used an attempt up, and all that is held here is read anew. */
    void rewind() {
        inflight.forEach((offset, delivery) -> failed.put(offset, new Failed(delivery.attempt(), loop.nanoTime())));
        inflight.clear();
        backlog.clear();
        ready.clear();
        parked.clear();
        parkedCount = 0;
        polling = false;
        generation++;
        queue.rewind();
    }

    private void park(String topic, long offset, Duration delay) {
        parked.computeIfAbsent(topic, Parked::new).refused(offset, delay);
    }

    /** @param notBefore on the loop's clock */
    private record Failed(int attempts, long notBefore) {}

    /** The waiting messages of one topic; the first of them was refused. */
    private final class Parked {

        private final String topic;
        private final TreeSet<Long> offsets = new TreeSet<>();
        private final Set<Long> out = new HashSet<>();
        private final int born = generation;
        private boolean waiting;
        private int batch = 1;

        Parked(String topic) {
            this.topic = topic;
        }

        void add(long offset) {
            if (offsets.add(offset)) {
                parkedCount++;
            }
        }

        void refused(long offset, Duration delay) {
            out.remove(offset);
            add(offset);
            batch = 1;
            if (!waiting) {
                waiting = true;
                loop.schedule(delay, () -> {
                    waiting = false;
                    resume();
                });
            }
        }

        /** A message of this topic is through: so may the others be. */
        void passed(long offset) {
            if (out.remove(offset)) {
                batch = RESUMED_BATCH;
            }
            resume();
        }

        /** Sends one message to see, and batches once one went through; the topic is free when none is left. */
        private void resume() {
            if (waiting || born != generation || !out.isEmpty()) {
                return;
            }
            if (offsets.isEmpty()) {
                parked.remove(topic);
                wakeUp.run();
                return;
            }
            while (out.size() < batch && !offsets.isEmpty()) {
                long offset = offsets.first();
                offsets.remove(offset);
                parkedCount--;
                out.add(offset);
                queue.fetch(offset, messages -> loop.execute(() -> fetched(offset, messages)));
            }
        }

        private void fetched(long offset, List<StoredMessage> messages) {
            if (born != generation) {
                return;
            }
            if (messages.isEmpty()) {
                // It has ended meanwhile, and nobody else will say so.
                failed.remove(offset);
                passed(offset);
            } else {
                ready.addAll(messages);
                wakeUp.run();
            }
        }
    }
}
