package dev.mqttdq.testkit;

import static org.awaitility.Awaitility.await;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.store.AppendListener;
import dev.mqttdq.store.PartitionQueue;
import dev.mqttdq.store.PartitionSettings;
import dev.mqttdq.store.PartitionSnapshot;
import dev.mqttdq.store.PollListener;
import dev.mqttdq.store.Settlement;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A partition without a disk, to be filled only; storing can be held up. Thread-safe. */
public final class MemoryQueue implements PartitionQueue {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<BridgeMessage> messages = new ArrayList<>();
    private final List<AppendListener> waiting = new ArrayList<>();
    private boolean stalled;

    /** From now on nothing is said to be stored. */
    public synchronized MemoryQueue stall() {
        stalled = true;
        return this;
    }

    /** All that was held up is stored, and what comes as well. */
    public void resume() {
        List<AppendListener> due;
        synchronized (this) {
            stalled = false;
            due = List.copyOf(waiting);
            waiting.clear();
        }
        due.forEach(AppendListener::stored);
    }

    /** All that was appended, stored or not, in order. */
    public synchronized List<BridgeMessage> messages() {
        return List.copyOf(messages);
    }

    /** The payloads of {@link #messages} as UTF-8. */
    public List<String> texts() {
        return messages().stream()
                .map(message -> new String(message.payload(), StandardCharsets.UTF_8))
                .toList();
    }

    /** Waits until so many messages were appended. */
    public List<BridgeMessage> awaitSize(int count) {
        await(count + " messages").atMost(PATIENCE).until(() -> messages().size() >= count);
        return messages();
    }

    @Override
    public void append(BridgeMessage message, @Nullable String key, AppendListener listener) {
        synchronized (this) {
            messages.add(message);
            if (stalled) {
                waiting.add(listener);
                return;
            }
        }
        listener.stored();
    }

    @Override
    public void poll(int maxMessages, long maxBytes, PollListener listener) {
        throw new UnsupportedOperationException("to be filled only");
    }

    @Override
    public void fetch(long offset, PollListener listener) {
        throw new UnsupportedOperationException("to be filled only");
    }

    @Override
    public void settle(long offset, Settlement settlement) {
        throw new UnsupportedOperationException("to be filled only");
    }

    @Override
    public void release(long offset) {
        throw new UnsupportedOperationException("to be filled only");
    }

    @Override
    public void retry(long offset) {
        throw new UnsupportedOperationException("to be filled only");
    }

    @Override
    public void rewind() {
        throw new UnsupportedOperationException("to be filled only");
    }

    @Override
    public PartitionSnapshot snapshot() {
        int size = messages().size();
        return new PartitionSnapshot(size, 0, size, 0, 0, 0, 0, null, false);
    }

    @Override
    public void reconfigure(PartitionSettings settings) {
        throw new UnsupportedOperationException("to be filled only");
    }

    @Override
    public void close() {}
}
