package dev.mqttdq.egress;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import dev.mqttdq.store.AppendListener;
import dev.mqttdq.store.DropReason;
import dev.mqttdq.store.PartitionQueue;
import dev.mqttdq.store.PartitionSettings;
import dev.mqttdq.store.PartitionSnapshot;
import dev.mqttdq.store.PollListener;
import dev.mqttdq.store.Settlement;
import dev.mqttdq.store.StorageException;
import dev.mqttdq.store.StoredMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A partition in memory that keeps the contract of {@link PartitionQueue}; answers at once, or when told. Thread-safe. */
final class FakeQueue implements PartitionQueue {

    private final List<StoredMessage> stored = new ArrayList<>();
    private final TreeSet<Long> handedOut = new TreeSet<>();
    private final Map<Long, Settlement> settled = new TreeMap<>();
    private final List<Runnable> heldAnswers = new ArrayList<>();
    private boolean holding;
    private int fetches;
    private long next;
    private @Nullable Poll open;

    private record Poll(int maxMessages, long maxBytes, PollListener listener) {}

    /** Appends a message to a topic; its payload is the topic. */
    void append(String topic) {
        append(topic, topic.getBytes(UTF_8));
    }

    /** Appends a message. */
    void append(String topic, byte[] payload) {
        append(
                new BridgeMessage(topic, payload, Qos.AT_LEAST_ONCE, false, 0, MessageProperties.NONE),
                new AppendListener() {
                    @Override
                    public void stored() {}

                    @Override
                    public void failed(StorageException reason) {
                        throw new AssertionError(reason);
                    }
                });
    }

    /** Keeps answers back from now on. */
    synchronized void hold() {
        holding = true;
    }

    /** Gives the answers that were kept back, and later ones at once. */
    synchronized void letGo() {
        holding = false;
        List<Runnable> due = List.copyOf(heldAnswers);
        heldAnswers.clear();
        due.forEach(Runnable::run);
    }

    /** The topic of a stored message. */
    synchronized String topic(long offset) {
        return stored.get((int) offset).message().topic();
    }

    /** The payload bytes of what is handed out and has not ended. */
    synchronized long bytesHandedOut() {
        return handedOut.stream()
                .mapToLong(offset -> stored.get(offset.intValue()).message().payload().length)
                .sum();
    }

    /** How many messages were asked for again. */
    synchronized int fetches() {
        return fetches;
    }

    /** How many answers are kept back. */
    synchronized int heldAnswers() {
        return heldAnswers.size();
    }

    /** Ends a message that is not handed out, as the real one does with too many. */
    synchronized void overflow(long offset) {
        if (handedOut.contains(offset)) {
            throw new IllegalStateException(offset + " is handed out");
        }
        settled.put(offset, Settlement.dropped(DropReason.OVERFLOW));
    }

    /** How messages ended, by offset. */
    synchronized Map<Long, Settlement> settled() {
        return new TreeMap<>(settled);
    }

    /** How many messages are handed out and have not ended. */
    synchronized int handedOut() {
        return handedOut.size();
    }

    @Override
    public synchronized void append(BridgeMessage message, @Nullable String key, AppendListener listener) {
        stored.add(new StoredMessage(stored.size(), message));
        listener.stored();
        answer();
    }

    @Override
    public synchronized void poll(int maxMessages, long maxBytes, PollListener listener) {
        open = new Poll(maxMessages, maxBytes, listener);
        answer();
    }

    private void answer() {
        if (open == null) {
            return;
        }
        List<StoredMessage> batch = new ArrayList<>();
        long bytes = 0;
        while (next < stored.size() && batch.size() < open.maxMessages) {
            StoredMessage message = stored.get((int) next);
            int size = message.message().payload().length;
            if (!batch.isEmpty() && bytes + size > open.maxBytes) {
                break;
            }
            if (!settled.containsKey(next)) {
                handedOut.add(next);
                batch.add(message);
                bytes += size;
            }
            next++;
        }
        if (!batch.isEmpty()) {
            PollListener listener = open.listener;
            open = null;
            tell(() -> listener.handedOut(batch));
        }
    }

    @Override
    public synchronized void fetch(long offset, PollListener listener) {
        fetches++;
        List<StoredMessage> batch = handedOut.contains(offset) ? List.of(stored.get((int) offset)) : List.of();
        tell(() -> listener.handedOut(batch));
    }

    private void tell(Runnable answer) {
        if (holding) {
            heldAnswers.add(answer);
        } else {
            answer.run();
        }
    }

    @Override
    public synchronized void settle(long offset, Settlement settlement) {
        if (handedOut.remove(offset)) {
            settled.put(offset, settlement);
        }
    }

    @Override
    public void release(long offset) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void retry(long offset) {
        throw new UnsupportedOperationException();
    }

    @Override
    public synchronized void rewind() {
        open = null;
        next = handedOut.isEmpty() ? next : Math.min(next, handedOut.first());
        handedOut.clear();
    }

    @Override
    public synchronized PartitionSnapshot snapshot() {
        long buffered = stored.size() - next;
        return new PartitionSnapshot(
                buffered, handedOut.size(), buffered + handedOut.size(), handedOut.size(), 0, 0, 0, null, false);
    }

    @Override
    public void reconfigure(PartitionSettings settings) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
