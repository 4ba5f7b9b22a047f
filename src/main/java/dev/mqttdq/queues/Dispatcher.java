package dev.mqttdq.queues;

import dev.mqttdq.config.MessageQueueSettings;
import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.Expiry;
import dev.mqttdq.queues.Consumer.Sent;
import dev.mqttdq.session.TaskLoop;
import dev.mqttdq.store.DropReason;
import dev.mqttdq.store.PartitionQueue;
import dev.mqttdq.store.Settlement;
import dev.mqttdq.store.StoredMessage;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;

/**
 * Hands a queue's messages to its consumers, each to one of them, until one has consumed it.
 *
 * <p>Nothing is read from the disk that nobody has room for, and what turns out to have no taker goes back at once; so what
 * is handed out by the store is sent, but for a moment. Of a message that was sent only the offset is kept: for every
 * further attempt it is given back to the store and read again.
 *
 * <p>Order: as stored, as long as one consumer takes all and rejects nothing. A rejected message is offered to each other
 * consumer that has room, then it waits, and then it is offered by turns with messages that are new. So it does not hold up
 * others, however often it is rejected, except when {@link #MOST_HELD} of them wait. One that is too large for a client is
 * not for that, and waits in the same way where it is for nobody; to have offered it is no attempt.
 *
 * <p>A message may be delivered twice: its consumer went away without an answer, or the process ended before the answer was
 * on disk. It is given up when it has expired or was delivered {@code max_deliveries} times. Attempts are counted in
 * memory; a restart begins anew.
 *
 * <p>Belongs to the queue's loop, on which everything here is called.
 */
final class Dispatcher {

    /** Messages that may wait after a rejection, or for somebody who can read them. */
    static final int MOST_HELD = 10_000;

    /** How long a message waits that nobody can read; who comes meanwhile is offered it at once. */
    private static final Duration UNREADABLE_WAIT = Duration.ofSeconds(10);

    private static final long BATCH_BYTES = 4L << 20;

    private final PartitionQueue store;
    private final Surroundings surroundings;
    private final DispatchCounters counters;
    private final TaskLoop loop;
    private final Set<Consumer> consumers = new LinkedHashSet<>();
    private final Pasts pasts = new Pasts();
    private final HeldBack held = new HeldBack();
    private final Rota rota;
    private MessageQueueSettings settings;
    private boolean polling;
    private boolean paused;
    private Runnable answered = () -> {};
    private Future<?> timer = CompletableFuture.completedFuture(null);

    /** Threads, clocks and chance. */
    record Surroundings(TaskLoop loop, InstantSource wallClock, RandomGenerator random) {}

    Dispatcher(
            MessageQueueSettings settings, PartitionQueue store, Surroundings surroundings, DispatchCounters counters) {
        this.settings = settings;
        this.store = store;
        this.surroundings = surroundings;
        this.counters = counters;
        loop = surroundings.loop();
        rota = new Rota(choice(settings), settings.consumerMaxInflight());
    }

    private ConsumerChoice choice(MessageQueueSettings settings) {
        return ConsumerChoice.of(settings.dispatchStrategy(), surroundings.random());
    }

    /** Follows new settings from the next message on. */
    void reconfigure(MessageQueueSettings next) {
        settings = next;
        rota.reconfigure(choice(next), next.consumerMaxInflight(), consumers);
        replenish();
    }

    void attach(Consumer consumer) {
        consumers.add(consumer);
        counters.attached(consumers.size());
        held.consumerCame();
        roomMayBe(consumer);
    }

    /** What the consumer has not answered goes to others. */
    void detach(Consumer consumer) {
        if (!consumers.remove(consumer)) {
            return;
        }
        counters.attached(consumers.size());
        rota.remove(consumer);
        List<Sent> abandoned = consumer.abandon();
        counters.back(abandoned.size());
        for (Sent sent : abandoned) {
            if (!givenUp(sent.offset(), sent.attempt())) {
                pasts.remember(sent.offset(), Past.abandoned(sent.attempt()));
                store.release(sent.offset());
            }
        }
        tellIfAnswered();
        replenish();
    }

    void acknowledged(Consumer consumer, long number) {
        Sent sent = consumer.answered(number);
        if (sent != null) {
            counters.back(1);
            end(sent.offset(), Settlement.PUBLISHED);
            roomMayBe(consumer);
        }
    }

    void rejected(Consumer consumer, long number) {
        Sent sent = consumer.answered(number);
        if (sent == null) {
            return;
        }
        counters.back(1);
        counters.reject();
        if (!givenUp(sent.offset(), sent.attempt())) {
            long until = loop.nanoTime() + settings.redispatchInterval().toNanos();
            Past past = pasts.of(sent.offset()).rejected(sent.attempt(), consumer, consumers, until);
            pasts.remember(sent.offset(), past);
            if (rota.hasRoom(past.excluded())) {
                store.release(sent.offset());
            } else {
                hold(sent.offset(), past);
            }
        }
        roomMayBe(consumer);
    }

    void ready(Consumer consumer) {
        consumer.ready();
        roomMayBe(consumer);
    }

    /** Hands nothing out any more; tells when all that was sent is answered. */
    void pause(Runnable whenAnswered) {
        answered = whenAnswered;
        paused = true;
        tellIfAnswered();
    }

    private void tellIfAnswered() {
        if (paused && counters.inflight() == 0) {
            answered.run();
        }
    }

    private void roomMayBe(Consumer consumer) {
        if (!consumers.contains(consumer)) {
            return;
        }
        rota.update(consumer);
        held.takeFor(consumer, rota.room(consumer)).forEach(store::release);
        tellIfAnswered();
        replenish();
    }

    private void replenish() {
        if (polling || paused || held.size() >= MOST_HELD) {
            return;
        }
        int room = rota.room(Consumer.MOST_AT_ONCE);
        if (room > 0) {
            polling = true;
            store.poll(room, BATCH_BYTES, batch -> loop.execute(() -> arrived(batch)));
        }
    }

    private void arrived(List<StoredMessage> batch) {
        polling = false;
        batch.forEach(this::dispatch);
        replenish();
    }

    private void dispatch(StoredMessage stored) {
        long offset = stored.offset();
        Past past = pasts.of(offset);
        if (paused) {
            store.release(offset);
            return;
        }
        if (givenUp(offset, past.attempts())) {
            return;
        }
        Optional<BridgeMessage> message =
                Expiry.reduced(stored.message(), surroundings.wallClock().millis());
        if (message.isEmpty()) {
            end(offset, Settlement.dropped(DropReason.EXPIRED));
            return;
        }
        if (!sent(offset, message.get())) {
            giveBack(offset);
        }
    }

    /** Offers a message to one after another; false where nobody takes it. */
    private boolean sent(long offset, BridgeMessage message) {
        Past past = pasts.of(offset);
        Consumer consumer;
        while ((consumer = rota.next(past.excluded())) != null) {
            switch (consumer.offer(offset, message, past.attempts() + 1)) {
                case SENT -> {
                    counters.sent();
                    rota.served(consumer);
                    return true;
                }
                case NO_ROOM -> rota.update(consumer);
                case TOO_LARGE -> {
                    past = past.tooLargeFor(consumer, consumers, loop.nanoTime() + waitForReader());
                    pasts.remember(offset, past);
                }
            }
        }
        return false;
    }

    /** Who cannot read a message will not be able to soon; it is only looked whether it is still to be delivered. */
    private long waitForReader() {
        return Math.max(UNREADABLE_WAIT.toNanos(), settings.redispatchInterval().toNanos());
    }

    private void giveBack(long offset) {
        if (rota.hasRoom(Set.of())) {
            hold(offset, pasts.of(offset));
        } else {
            store.release(offset);
        }
    }

    /** Keeps a message from those who rejected it, or cannot read it, until somebody else has room, or for the interval. */
    private void hold(long offset, Past past) {
        held.hold(offset, past, !past.excluded().containsAll(consumers));
        wakeWhenDue();
    }

    private void wakeWhenDue() {
        timer.cancel(false);
        held.untilNext(loop.nanoTime()).ifPresent(delay -> timer = loop.schedule(delay, this::wake));
    }

    private void wake() {
        held.takeDue(loop.nanoTime()).forEach(offset -> {
            pasts.dueToAnyone(offset);
            store.retry(offset);
        });
        wakeWhenDue();
        replenish();
    }

    private boolean givenUp(long offset, int attempts) {
        boolean exhausted = settings.maxDeliveries() >= 0 && attempts >= Math.max(1, settings.maxDeliveries());
        if (exhausted) {
            end(offset, Settlement.dropped(DropReason.MAX_DELIVERIES));
        }
        return exhausted;
    }

    private void end(long offset, Settlement settlement) {
        pasts.forget(offset);
        store.settle(offset, settlement);
    }
}
