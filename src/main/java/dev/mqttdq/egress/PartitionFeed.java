package dev.mqttdq.egress;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.session.EventLoop;
import dev.mqttdq.store.PartitionQueue;
import dev.mqttdq.store.Settlement;
import dev.mqttdq.store.StoredMessage;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a connector holds of one partition: the batch read ahead, what is in flight, and the topics that wait for a refused
 * message of theirs. All of it is thrown away when the connection ends ({@link #rewind}); the disk has it still.
 *
 * <p>Order per topic: messages come out by offset; while a message of a topic waits to be tried again, the later ones of
 * that topic wait behind it. Only their offsets are kept, and their number is bounded: at the bound no more is read from
 * this partition until some are through.
 *
 * <p>Memory: what is read ahead, in flight or being read again is bounded by its {@link BridgeMessage#weight}: at the bound
 * nothing is read until something has ended or waits as an offset. A poll that was open when messages were read again may
 * bring as much once more, and either may exceed its bound by one message, so that every message can go, however large.
 *
 * <p>Belongs to the loop of the bridge's egress.
 */
final class PartitionFeed {

    private static final long MAX_HELD_BYTES = 4L << 20;
    private static final int MAX_PARKED = 50_000;
    private static final int RESUMED_BATCH = 32;

    private final PartitionQueue queue;
    private final EventLoop loop;
    private final Runnable wakeUp;
    private final Deque<StoredMessage> backlog = new ArrayDeque<>();
    private final Deque<StoredMessage> ready = new ArrayDeque<>();
    private final Map<Long, Delivery> inflight = new LinkedHashMap<>();
    private final Attempts attempts = new Attempts();
    private final Map<String, Parked> parked = new HashMap<>();
    /** Topics that go on as soon as there is room for their messages. */
    private final Set<Parked> due = new LinkedHashSet<>();

    private int parkedCount;
    /** Messages that are being read again, or were and are {@link #ready}. */
    private int fetched;
    /** Weight of all that is read and has neither ended nor been put back, in flight or not, and of what is being fetched. */
    private long held;

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
        return backlog.size() + fetched + parkedCount;
    }

    /** Whether there may be a message to send now. */
    boolean hasNext() {
        return !ready.isEmpty() || !backlog.isEmpty();
    }

    /** Messages sent and not answered, in the order of sending. */
    Map<Long, Delivery> inflight() {
        return inflight;
    }

    /** Reads ahead when less than a batch is here and there is room. */
    void replenish(int batch) {
        fetchDue();
        if (polling || backlog.size() >= batch || parkedCount >= MAX_PARKED || held >= MAX_HELD_BYTES) {
            return;
        }
        polling = true;
        int asked = generation;
        queue.poll(batch, MAX_HELD_BYTES - held, messages -> loop.execute(() -> arrived(asked, messages)));
    }

    private void arrived(int asked, List<StoredMessage> messages) {
        if (asked == generation) {
            polling = false;
            attempts.read(messages);
            backlog.addAll(messages);
            messages.forEach(message -> held += weight(message));
            wakeUp.run();
        }
    }

    private void fetchDue() {
        while (held < MAX_HELD_BYTES && !due.isEmpty()) {
            Parked next = due.iterator().next();
            due.remove(next);
            next.fetch();
        }
    }

    private static int weight(StoredMessage message) {
        return message.message().weight();
    }

    /** The next message that may be sent now; null for none. It is the caller's from here. */
    @Nullable
    StoredMessage next() {
        StoredMessage resumed = ready.poll();
        if (resumed != null) {
            fetched--;
            return resumed;
        }
        StoredMessage message;
        while ((message = backlog.poll()) != null) {
            String topic = message.message().topic();
            Parked waiting = parked.get(topic);
            long nanos = attempts.wait(message.offset(), loop.nanoTime());
            if (waiting != null) {
                held -= weight(message);
                waiting.add(message.offset(), weight(message));
            } else if (nanos > 0) {
                park(message, Duration.ofNanos(nanos));
            } else {
                return message;
            }
        }
        return null;
    }

    /** Which attempt the next one at this message is. */
    int nextAttempt(StoredMessage message) {
        return attempts.next(message.offset());
    }

    void sent(Delivery delivery) {
        inflight.put(delivery.stored().offset(), delivery);
    }

    /** Ends a message. */
    void settle(StoredMessage message, Settlement settlement) {
        inflight.remove(message.offset());
        held -= weight(message);
        attempts.ended(message.offset());
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
        attempts.failed(message.offset(), delivery.attempt(), loop.nanoTime() + delay.toNanos());
        park(message, delay);
    }

    /** The connection ended: its messages have used an attempt up, and all that is held here is read anew. */
    void rewind() {
        inflight.forEach((offset, delivery) -> attempts.failed(offset, delivery.attempt(), loop.nanoTime()));
        attempts.rewound();
        inflight.clear();
        backlog.clear();
        ready.clear();
        parked.clear();
        due.clear();
        parkedCount = 0;
        fetched = 0;
        held = 0;
        polling = false;
        generation++;
        queue.rewind();
    }

    private void park(StoredMessage message, Duration delay) {
        held -= weight(message);
        parked.computeIfAbsent(message.message().topic(), Parked::new)
                .refused(message.offset(), weight(message), delay);
    }

    /**
     * The waiting messages of one topic; the first of them was refused. They go in rounds: one message to see, and batches
     * once one went through. A refusal ends the round, and what of it is not sent yet waits again.
     */
    private final class Parked {

        private final String topic;
        /** The weight of each message that waits, by offset. */
        private final TreeMap<Long, Integer> waiting = new TreeMap<>();
        /** The same of this round: being fetched, ready or sent. */
        private final Map<Long, Integer> out = new HashMap<>();

        private final int born = generation;
        private boolean resting;
        private int round;
        private int batch = 1;

        Parked(String topic) {
            this.topic = topic;
        }

        void add(long offset, int weight) {
            if (waiting.put(offset, weight) == null) {
                parkedCount++;
            }
        }

        void refused(long offset, int weight, Duration delay) {
            out.remove(offset);
            add(offset, weight);
            endRound();
            if (!resting) {
                resting = true;
                loop.schedule(delay, () -> {
                    resting = false;
                    resume();
                });
            }
        }

        private void endRound() {
            round++;
            batch = 1;
            out.keySet().removeAll(inflight.keySet());
            if (out.isEmpty()) {
                return;
            }
            out.forEach((offset, weight) -> {
                fetched--;
                held -= weight;
                add(offset, weight);
            });
            ready.removeIf(message -> out.containsKey(message.offset()));
            out.clear();
        }

        /** A message of this topic is through: so may the others be. */
        void passed(long offset) {
            if (out.remove(offset) != null) {
                batch = RESUMED_BATCH;
            }
            resume();
        }

        /** Begins a round; the topic is free when none is left. */
        private void resume() {
            if (resting || born != generation || !out.isEmpty()) {
                return;
            }
            if (waiting.isEmpty()) {
                parked.remove(topic);
            } else {
                due.add(this);
                fetchDue();
            }
        }

        void fetch() {
            while (!resting && out.size() < batch && !waiting.isEmpty() && held < MAX_HELD_BYTES) {
                Map.Entry<Long, Integer> first = waiting.pollFirstEntry();
                long offset = first.getKey();
                parkedCount--;
                fetched++;
                held += first.getValue();
                out.put(offset, first.getValue());
                int asked = round;
                queue.fetch(offset, messages -> loop.execute(() -> fetched(asked, offset, messages)));
            }
        }

        private void fetched(int asked, long offset, List<StoredMessage> messages) {
            if (born != generation || asked != round) {
                return;
            }
            if (messages.isEmpty()) {
                // It has ended meanwhile, and nobody else will say so.
                fetched--;
                held -= out.getOrDefault(offset, 0);
                attempts.ended(offset);
                passed(offset);
            } else {
                ready.addAll(messages);
            }
            wakeUp.run();
        }
    }
}
