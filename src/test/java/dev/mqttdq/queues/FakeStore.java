package dev.mqttdq.queues;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.store.AppendListener;
import dev.mqttdq.store.PartitionQueue;
import dev.mqttdq.store.PartitionSettings;
import dev.mqttdq.store.PartitionSnapshot;
import dev.mqttdq.store.PollListener;
import dev.mqttdq.store.Settlement;
import dev.mqttdq.store.StoredMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A partition without a disk, on the test's own thread: which messages are due, handed out and ended. */
final class FakeStore implements PartitionQueue {

    private final TreeMap<Long, BridgeMessage> due = new TreeMap<>();
    /** By turns with what was never handed out. */
    private final Map<Long, BridgeMessage> retried = new LinkedHashMap<>();

    private final Map<Long, BridgeMessage> handedOut = new HashMap<>();
    private final Map<Long, Settlement> settled = new TreeMap<>();
    private final List<Integer> asked = new ArrayList<>();
    private final List<@Nullable String> keys = new ArrayList<>();
    private long end;
    private long neverHandedOut;
    private boolean retriedNext;
    private @Nullable Runnable open;

    @Override
    public void append(BridgeMessage message, @Nullable String key, AppendListener listener) {
        keys.add(key);
        due.put(end++, message);
        listener.stored();
        answer();
    }

    @Override
    public void poll(int maxMessages, long maxBytes, PollListener listener) {
        asked.add(maxMessages);
        open = () -> {
            List<StoredMessage> batch = new ArrayList<>();
            while (batch.size() < maxMessages && isAnyDue()) {
                StoredMessage next = takeNext();
                handedOut.put(next.offset(), next.message());
                batch.add(next);
            }
            listener.handedOut(batch);
        };
        answer();
    }

    private boolean isAnyDue() {
        return !due.isEmpty() || !retried.isEmpty();
    }

    private StoredMessage takeNext() {
        boolean released = !due.isEmpty() && due.firstKey() < neverHandedOut;
        boolean retry = !released && !retried.isEmpty() && (retriedNext || due.isEmpty());
        retriedNext = released ? retriedNext : !retry;
        if (retry) {
            long offset = retried.keySet().iterator().next();
            return new StoredMessage(offset, Objects.requireNonNull(retried.remove(offset)));
        }
        Map.Entry<Long, BridgeMessage> next = due.pollFirstEntry();
        neverHandedOut = Math.max(neverHandedOut, next.getKey() + 1);
        return new StoredMessage(next.getKey(), next.getValue());
    }

    private void answer() {
        Runnable asking = open;
        if (asking != null && isAnyDue()) {
            open = null;
            asking.run();
        }
    }

    @Override
    public void fetch(long offset, PollListener listener) {
        throw new UnsupportedOperationException("a queue polls");
    }

    @Override
    public void settle(long offset, Settlement settlement) {
        if (handedOut.remove(offset) == null) {
            throw new AssertionError(offset + " is settled and not handed out");
        }
        settled.put(offset, settlement);
    }

    @Override
    public void release(long offset) {
        due.put(offset, takeBack(offset));
        answer();
    }

    @Override
    public void retry(long offset) {
        retried.put(offset, takeBack(offset));
        answer();
    }

    private BridgeMessage takeBack(long offset) {
        BridgeMessage message = handedOut.remove(offset);
        if (message == null) {
            throw new AssertionError(offset + " is given back and not handed out");
        }
        return message;
    }

    @Override
    public void rewind() {
        throw new UnsupportedOperationException("a queue releases");
    }

    @Override
    public PartitionSnapshot snapshot() {
        return PartitionSnapshot.empty(null, false);
    }

    @Override
    public void reconfigure(PartitionSettings settings) {
        throw new UnsupportedOperationException("without limits");
    }

    @Override
    public void close() {}

    /** Offsets of messages that are due. */
    TreeSet<Long> due() {
        TreeSet<Long> all = new TreeSet<>(due.keySet());
        all.addAll(retried.keySet());
        return all;
    }

    /** Offsets of messages that are handed out. */
    TreeSet<Long> handedOut() {
        return new TreeSet<>(handedOut.keySet());
    }

    /** How each message ended. */
    Map<Long, Settlement> settled() {
        return settled;
    }

    /** The keys of all that was appended, in order. */
    List<@Nullable String> keys() {
        return keys;
    }

    /** How many messages each poll asked for. */
    List<Integer> asked() {
        return asked;
    }
}
