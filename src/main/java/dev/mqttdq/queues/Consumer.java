package dev.mqttdq.queues;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.queues.Subscriber.Answer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A subscription while it is attached to a queue: what it has been sent and has not answered, and how much more it may get.
 * Belongs to the queue's loop.
 */
final class Consumer {

    /** The most that is read from the disk at a time for one consumer. */
    static final int MOST_AT_ONCE = 256;

    private static final Logger log = LoggerFactory.getLogger(Consumer.class);
    private static final int OFFSET_BITS = 40;

    private @Nullable Subscriber subscriber;
    private final long firstNumber;
    private final Map<Long, Sent> unanswered = new HashMap<>();
    private int appetite = MOST_AT_ONCE;
    private boolean refusing;

    /** A message that was sent; for the attempt-th time to anybody. */
    record Sent(long offset, int attempt) {}

    /**
     * @param attachment how often the same subscription was attached before, to whatever queue; with it deliveries are
     *     numbered, so that an answer to an earlier one is not taken for that to a new one
     */
    Consumer(Subscriber subscriber, int attachment) {
        this.subscriber = subscriber;
        this.firstNumber = (long) attachment << OFFSET_BITS;
    }

    /** How many more it may get, as far as is known. */
    int room(int window) {
        return refusing ? 0 : Math.max(0, Math.min(appetite, window - unanswered.size()));
    }

    /** Messages it has been sent and has not answered. */
    int inflight() {
        return unanswered.size();
    }

    /** Sends it a message, or learns that it has no room; then it gets little at first when it has room again. */
    Answer offer(long offset, BridgeMessage message, int attempt) {
        long number = firstNumber + offset;
        Answer answer = answerTo(new Delivery(number, message, attempt));
        switch (answer) {
            case SENT -> {
                unanswered.put(number, new Sent(offset, attempt));
                appetite = Math.min(2 * appetite, MOST_AT_ONCE);
            }
            case NO_ROOM -> {
                refusing = true;
                appetite = 1;
            }
            case TOO_LARGE -> {
                // It may get others.
            }
        }
        return answer;
    }

    private Answer answerTo(Delivery delivery) {
        Subscriber present = subscriber;
        if (present == null) {
            return Answer.NO_ROOM;
        }
        try {
            return present.offer(delivery);
        } catch (RuntimeException e) {
            log.error("{} failed to take a message; this is a bug", present.clientId(), e);
            return Answer.NO_ROOM;
        }
    }

    /** It has room again. */
    void ready() {
        refusing = false;
    }

    /** Takes a message back that it answers; null where it has no such message, or answered before. */
    @Nullable
    Sent answered(long number) {
        return unanswered.remove(number);
    }

    /**
     * Takes everything back that it has not answered, in order of offset, and lets go of the subscription and its connection:
     * what it has rejected may remember this consumer for long.
     */
    List<Sent> abandon() {
        subscriber = null;
        List<Sent> all = new ArrayList<>(unanswered.values());
        all.sort(Comparator.comparingLong(Sent::offset));
        unanswered.clear();
        return all;
    }
}
