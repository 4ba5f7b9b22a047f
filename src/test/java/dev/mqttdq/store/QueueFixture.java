package dev.mqttdq.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A partition with blocking calls in place of listeners. */
final class QueueFixture implements AutoCloseable {

    static final PartitionId ID = new PartitionId("b", 0);
    static final long MEGABYTE = 1024 * 1024;
    static final PartitionSettings SETTINGS = new PartitionSettings(100 * MEGABYTE, 1024 * MEGABYTE, true);

    private static final long PATIENCE_SECONDS = 60;

    final QueueCounters counters;
    final PartitionQueue queue;

    private QueueFixture(PartitionQueue queue, QueueCounters counters) {
        this.queue = queue;
        this.counters = counters;
    }

    static QueueFixture open(Path directory) {
        return open(directory, SETTINGS);
    }

    static QueueFixture open(Path directory, PartitionSettings settings) {
        return open(directory, settings, new PartitionQueues(InstantSource.system(), System::nanoTime));
    }

    static QueueFixture open(Path directory, PartitionSettings settings, PartitionQueues queues) {
        QueueCounters counters = new QueueCounters();
        return new QueueFixture(queues.open(directory, ID, settings, counters, true), counters);
    }

    static BridgeMessage message(String payload) {
        return message(payload.getBytes(UTF_8));
    }

    static BridgeMessage message(byte[] payload) {
        return new BridgeMessage("a/b", payload, Qos.AT_LEAST_ONCE, false, 1_700_000_000_000L, MessageProperties.NONE);
    }

    static String text(StoredMessage stored) {
        return new String(stored.message().payload(), UTF_8);
    }

    /** Appends and waits until all are stored. */
    void append(String... payloads) {
        List<CompletableFuture<Void>> stored = new ArrayList<>();
        for (String payload : payloads) {
            stored.add(appendAsync(message(payload)));
        }
        stored.forEach(QueueFixture::await);
    }

    void append(BridgeMessage message) {
        await(appendAsync(message));
    }

    /** Appends a message that bears a key and waits until it is stored. */
    void appendKeyed(String key, String payload) {
        await(appendAsync(message(payload), key));
    }

    CompletableFuture<Void> appendAsync(BridgeMessage message) {
        return appendAsync(message, null);
    }

    CompletableFuture<Void> appendAsync(BridgeMessage message, @Nullable String key) {
        CompletableFuture<Void> stored = new CompletableFuture<>();
        queue.append(message, key, new AppendListener() {
            @Override
            public void stored() {
                stored.complete(null);
            }

            @Override
            public void failed(StorageException reason) {
                stored.completeExceptionally(reason);
            }
        });
        return stored;
    }

    CompletableFuture<List<StoredMessage>> pollAsync(int maxMessages, long maxBytes) {
        CompletableFuture<List<StoredMessage>> batch = new CompletableFuture<>();
        queue.poll(maxMessages, maxBytes, batch::complete);
        return batch;
    }

    List<StoredMessage> poll(int maxMessages) {
        return await(pollAsync(maxMessages, Long.MAX_VALUE));
    }

    /** Polls until so many have come. */
    List<StoredMessage> take(int count) {
        List<StoredMessage> taken = new ArrayList<>();
        while (taken.size() < count) {
            taken.addAll(poll(count - taken.size()));
        }
        return taken;
    }

    List<StoredMessage> fetch(long offset) {
        CompletableFuture<List<StoredMessage>> fetched = new CompletableFuture<>();
        queue.fetch(offset, fetched::complete);
        return await(fetched);
    }

    /** Takes all that is due now, in order. */
    List<StoredMessage> takeAll() {
        PartitionSnapshot snapshot = settledSnapshot();
        return take((int) (snapshot.messages() - snapshot.inflight()));
    }

    /** The state once all that was asked before is done and all that ended is recorded. */
    PartitionSnapshot settledSnapshot() {
        // The second is answered when the step that answered the first is completed.
        fetch(Long.MAX_VALUE);
        fetch(Long.MAX_VALUE);
        return Awaitility.await()
                .pollInterval(Duration.ofMillis(2))
                .until(queue::snapshot, snapshot -> snapshot.messages() == snapshot.buffered() + snapshot.handedOut());
    }

    /**
     * Does something while the partition stands still, so that none of its files change. What is asked of it meanwhile, it
     * hears all at once, before it stores, drops or records anything.
     */
    void whileItStandsStill(Runnable action) {
        CompletableFuture<Void> still = new CompletableFuture<>();
        CompletableFuture<Void> over = new CompletableFuture<>();
        queue.fetch(Long.MAX_VALUE, none -> {
            still.complete(null);
            await(over);
        });
        try {
            await(still);
            action.run();
        } finally {
            over.complete(null);
        }
    }

    void publish(List<StoredMessage> batch) {
        batch.forEach(stored -> queue.settle(stored.offset(), Settlement.PUBLISHED));
    }

    @Override
    public void close() {
        queue.close();
    }

    static <T> T await(CompletableFuture<T> future) {
        return future.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    /** A directory as a crash would leave it just now; for while its partition stands still, or on its thread. */
    static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.list(from)) {
            Files.createDirectory(to);
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
