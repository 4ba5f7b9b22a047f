package dev.mqttdq.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import dev.mqttdq.store.PartitionSettings.Use;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random requests to a last-value queue with limits, and restarts, each held against a naive queue in memory. */
class MessageQueueModelTest {

    private static final int STEPS = 80;
    /** Few, so that they meet; the last stands for none. */
    private static final int KEYS = 60;

    @TempDir
    Path directory;

    private final AtomicLong now = new AtomicLong(1_700_000_000_000L);
    private final PartitionQueues queues = new PartitionQueues(() -> Instant.ofEpochMilli(now.get()), System::nanoTime);

    static Stream<Long> seeds() {
        return Stream.iterate(1L, seed -> seed + 1).limit(Long.getLong("store.model.seeds", 8));
    }

    private record Message(String text, @Nullable String key, long arrivedAtMillis) {}

    /** What the queue should hold, by the plainest rules. */
    private static final class Model {
        final TreeMap<Long, Message> live = new TreeMap<>();
        final TreeSet<Long> handedOut = new TreeSet<>();
        final TreeSet<Long> superseded = new TreeSet<>();
        /** Given back to be tried again, in that order. */
        final List<Long> retried = new ArrayList<>();

        long neverHandedOut;
        boolean retriedNext;
        QueueLimits limits = QueueLimits.NONE;
        long next;

        Message message(long offset) {
            return Objects.requireNonNull(live.get(offset));
        }

        void append(Message message) {
            long offset = next++;
            if (message.key() != null) {
                for (long before : List.copyOf(live.keySet())) {
                    if (message.key().equals(message(before).key())) {
                        supersede(before);
                    }
                }
            }
            live.put(offset, message);
        }

        private void supersede(long offset) {
            if (handedOut.contains(offset)) {
                superseded.add(offset);
            } else {
                live.remove(offset);
            }
        }

        void end(long offset) {
            live.remove(offset);
            handedOut.remove(offset);
            superseded.remove(offset);
        }

        void release(long offset) {
            handedOut.remove(offset);
            if (superseded.remove(offset)) {
                live.remove(offset);
            }
        }

        void retry(long offset) {
            release(offset);
            if (live.containsKey(offset)) {
                retried.add(offset);
            }
        }

        /** After a restart nobody remembers what was superseded by a message that has ended. */
        void restart() {
            for (long old : List.copyOf(superseded)) {
                boolean newer = live.tailMap(old, false).values().stream()
                        .anyMatch(message -> message.key() != null
                                && message.key().equals(message(old).key()));
                if (newer) {
                    live.remove(old);
                }
            }
            superseded.clear();
            handedOut.clear();
            rewind();
        }

        void rewind() {
            List.copyOf(handedOut).forEach(this::release);
            retried.clear();
            neverHandedOut = 0;
        }

        /** Those that were released come first, then those that are retried and those that are new take turns. */
        List<Long> handOut(int most) {
            List<Long> batch = new ArrayList<>();
            for (List<Long> due = due(); !due.isEmpty() && batch.size() < most; due = due()) {
                retried.retainAll(due);
                List<Long> others = new ArrayList<>(due);
                others.removeAll(retried);
                boolean released = !others.isEmpty() && others.get(0) < neverHandedOut;
                boolean retry = !released && !retried.isEmpty() && (retriedNext || others.isEmpty());
                retriedNext = released ? retriedNext : !retry;
                long offset = retry ? retried.remove(0) : others.get(0);
                neverHandedOut = Math.max(neverHandedOut, offset + 1);
                handedOut.add(offset);
                batch.add(offset);
            }
            return batch;
        }

        void keepLimits(long now) {
            due().stream()
                    .filter(offset -> now - message(offset).arrivedAtMillis() >= limits.retentionMillis())
                    .forEach(live::remove);
            for (long offset : due()) {
                if (live.size() > limits.maxMessages()) {
                    live.remove(offset);
                }
            }
        }

        List<Long> due() {
            return live.keySet().stream()
                    .filter(offset -> !handedOut.contains(offset))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void behavesLikeANaiveQueue(long seed) {
        Random random = new Random(seed);
        Model model = new Model();
        QueueFixture queue = open(model);
        try {
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(12)) {
                    case 0, 1, 2, 3 -> append(queue, model, random);
                    case 4, 5, 6 -> handOut(queue, model, random);
                    case 7, 8 -> settleOrRelease(queue, model, random);
                    case 9 -> {
                        queue.queue.rewind();
                        model.rewind();
                    }
                    case 10 -> {
                        model.limits = limits(random);
                        queue.queue.reconfigure(settings(model));
                        now.addAndGet(random.nextInt(2_000));
                    }
                    default -> {
                        queue.close();
                        model.restart();
                        queue = open(model);
                    }
                }
                model.keepLimits(now.get());
                holdAgainst(queue, model);
            }
        } finally {
            queue.close();
        }
    }

    private QueueFixture open(Model model) {
        return QueueFixture.open(directory, settings(model), queues);
    }

    private static PartitionSettings settings(Model model) {
        return new PartitionSettings(130_000, Long.MAX_VALUE, false, Use.LAST_VALUE_QUEUE, model.limits);
    }

    private static QueueLimits limits(Random random) {
        return new QueueLimits(
                random.nextBoolean() ? Long.MAX_VALUE : 1 + random.nextInt(100),
                Long.MAX_VALUE,
                random.nextBoolean() ? Long.MAX_VALUE : 1 + random.nextInt(10_000));
    }

    private void append(QueueFixture queue, Model model, Random random) {
        List<CompletableFuture<Void>> stored = new ArrayList<>();
        for (int left = 1 + random.nextInt(80); left > 0; left--) {
            int number = random.nextInt(KEYS);
            Message message =
                    new Message("message " + model.next, number == KEYS - 1 ? null : "key " + number, now.get());
            byte[] payload = Arrays.copyOf(message.text().getBytes(UTF_8), 16 + random.nextInt(3000));
            stored.add(queue.appendAsync(
                    new BridgeMessage("t", payload, Qos.AT_LEAST_ONCE, false, now.get(), MessageProperties.NONE),
                    message.key()));
            model.append(message);
        }
        stored.forEach(QueueFixture::await);
    }

    private static void handOut(QueueFixture queue, Model model, Random random) {
        if (model.due().isEmpty()) {
            return;
        }
        List<StoredMessage> batch = queue.poll(1 + random.nextInt(30));
        assertThat(batch).isNotEmpty().extracting(StoredMessage::offset).isEqualTo(model.handOut(batch.size()));
        batch.forEach(message -> assertThat(QueueFixture.text(message).trim())
                .isEqualTo(model.message(message.offset()).text()));
    }

    /**
     * Limits may be kept between any two of the requests: what makes room comes first, and then what is due again, in order, so
     * that the same goes as if they were kept once.
     */
    private static void settleOrRelease(QueueFixture queue, Model model, Random random) {
        List<Long> released = new ArrayList<>();
        Set<Long> retried = new HashSet<>();
        for (long offset : List.copyOf(model.handedOut)) {
            switch (random.nextInt(5)) {
                case 0, 1 -> {
                    queue.queue.settle(offset, Settlement.PUBLISHED);
                    model.end(offset);
                }
                case 2 -> released.add(offset);
                case 3 -> {
                    released.add(offset);
                    retried.add(offset);
                }
                default -> {
                    // stays with its consumer
                }
            }
        }
        released.sort(Comparator.comparing(offset -> !model.superseded.contains(offset)));
        released.forEach(offset -> {
            if (retried.contains(offset)) {
                queue.queue.retry(offset);
                model.retry(offset);
            } else {
                queue.queue.release(offset);
                model.release(offset);
            }
        });
    }

    private static void holdAgainst(QueueFixture queue, Model model) {
        PartitionSnapshot snapshot = queue.settledSnapshot();
        assertThat(snapshot.messages()).isEqualTo(model.live.size());
        assertThat(snapshot.inflight()).isEqualTo(model.handedOut.size());
        assertThat(snapshot.problem()).isNull();
        assertThat(queue.counters.enqueue() - queue.counters.dequeue()).isEqualTo(model.live.size());
        assertThat(queue.counters.drop(DropReason.CORRUPT)).isZero();
    }
}
