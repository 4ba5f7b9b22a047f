package dev.mqttdq.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Who waits for messages of a partition: at most one poll, and fetches. Not thread-safe; owned by the partition's thread. */
final class Reads {

    private final Consumer<Runnable> teller;
    private final Deque<Fetch> fetches = new ArrayDeque<>();
    private @Nullable Poll poll;

    private record Poll(int maxMessages, long maxBytes, PollListener listener) {}

    private record Fetch(long offset, PollListener listener) {}

    /** @param teller runs what a listener does */
    Reads(Consumer<Runnable> teller) {
        this.teller = teller;
    }

    void poll(int maxMessages, long maxBytes, PollListener listener) {
        poll = new Poll(maxMessages, maxBytes, listener);
    }

    void fetch(long offset, PollListener listener) {
        fetches.add(new Fetch(offset, listener));
    }

    void withdraw() {
        poll = null;
        fetches.clear();
    }

    /** Gives out what there is. */
    void serve(PartitionStore store) {
        serveFetches(store);
        servePoll(store);
    }

    private void serveFetches(PartitionStore store) {
        while (!fetches.isEmpty()) {
            Fetch fetch = fetches.getFirst();
            StoredMessage message = store.fetch(fetch.offset());
            fetches.removeFirst();
            teller.accept(() -> fetch.listener().handedOut(message == null ? List.of() : List.of(message)));
        }
    }

    private void servePoll(PartitionStore store) {
        Poll request = poll;
        if (request == null) {
            return;
        }
        List<StoredMessage> batch = new ArrayList<>();
        try {
            store.handOut(request.maxMessages(), request.maxBytes(), batch);
        } finally {
            // What is handed out reaches its listener even where reading on failed.
            if (!batch.isEmpty()) {
                poll = null;
                teller.accept(() -> request.listener().handedOut(batch));
            }
        }
    }
}
