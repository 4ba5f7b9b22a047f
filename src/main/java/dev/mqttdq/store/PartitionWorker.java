package dev.mqttdq.store;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.store.StorageException.Kind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread of a partition. It takes requests from the inbox, serves those who read, stores all messages that wait as
 * one group, tells their listeners, and records what has ended soon after.
 *
 * <p>What fails is tried again with a back-off of its own: opening, storing, reading and recording do not hold each other
 * up, so that a full disk is drained. All methods but {@link #snapshot} and {@link #opened} run on the thread.
 */
final class PartitionWorker implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionWorker.class);

    private static final int GROUP_MESSAGES = 4096;
    private static final long GROUP_BYTES = 4L * 1024 * 1024;
    private static final long IDLE = Duration.ofHours(1).toNanos();

    private final PartitionContext context;
    private final PartitionId id;
    private final Inbox inbox;
    private final LongSupplier nanoTime;
    private final boolean countFound;
    private final CompletableFuture<Void> opened = new CompletableFuture<>();
    private final CompletableFuture<Void> finished = new CompletableFuture<>();
    private final Step opening;
    private final Step storing;
    private final Step limiting;
    private final Step reading;
    private final Step recording;
    private final Step compacting;
    private final OverflowWarning overflow;
    private final Deque<Append> appends = new ArrayDeque<>();
    private final Reads reads = new Reads(this::tell);
    private PartitionSettings settings;
    private @Nullable PartitionStore store;
    private boolean recordDue;
    private long recordAt;
    private volatile PartitionSnapshot snapshot = PartitionSnapshot.empty(null, false);

    private record Append(NewRecord message, AppendListener listener) {}

    /** @param countFound whether to count as enqueued what is found on disk */
    PartitionWorker(PartitionContext context, PartitionSettings settings, Inbox inbox, boolean countFound) {
        this.context = context;
        this.id = context.id();
        this.settings = settings;
        this.inbox = inbox;
        this.nanoTime = context.nanoTime();
        this.countFound = countFound;
        this.opening = new Step(id, nanoTime, this::open);
        this.storing = new Step(id, nanoTime, this::storeGroup);
        this.limiting = new Step(id, nanoTime, this::keepLimits);
        this.reading = new Step(id, nanoTime, this::serve);
        this.recording = new Step(id, nanoTime, this::record);
        this.compacting = new Step(id, nanoTime, this::compact);
        this.overflow = new OverflowWarning(id, nanoTime);
    }

    /** Done when the first attempt to open the directory is over; fails only where somebody else has it. */
    CompletableFuture<Void> opened() {
        return opened;
    }

    /** Done when all is closed. */
    CompletableFuture<Void> finished() {
        return finished;
    }

    PartitionSnapshot snapshot() {
        return snapshot;
    }

    @Override
    public void run() {
        try {
            if (!openFirst()) {
                return;
            }
            publish();
            opened.complete(null);
            while (!inbox.isDone()) {
                inbox.take(waitNanos()).forEach(Runnable::run);
                work();
            }
            finish();
        } finally {
            inbox.close();
            finished.complete(null);
        }
    }

    private void work() {
        opening.attempt();
        reading.attempt();
        storing.attempt();
        limiting.attempt();
        reading.attempt();
        recording.attempt();
        compacting.attempt();
        publish();
    }

    private boolean openFirst() {
        try {
            open();
        } catch (StorageException e) {
            if (e.kind() == Kind.LOCKED) {
                opened.completeExceptionally(e);
                return false;
            }
            opening.failed(e);
        } catch (RuntimeException | OutOfMemoryError e) {
            opening.failed(new StorageException(Kind.IO, e.toString(), e));
        }
        return true;
    }

    private boolean open() {
        if (store != null) {
            return false;
        }
        store = new PartitionStore(context, settings, countFound);
        return true;
    }

    void append(BridgeMessage message, @Nullable String key, AppendListener listener) {
        NewRecord record = new NewRecord(message, key);
        long bytes = record.bound();
        if (bytes <= context.largestRecordBytes()) {
            appends.add(new Append(record, listener));
            return;
        }
        context.counters().enqueued(1);
        context.counters().settled(Settlement.dropped(DropReason.TOO_LARGE), 1);
        StorageException refused = new StorageException(
                Kind.TOO_LARGE,
                "a message of " + bytes + " bytes is larger than the " + context.largestRecordBytes()
                        + " that a partition takes");
        tell(() -> listener.failed(refused));
    }

    void poll(int maxMessages, long maxBytes, PollListener listener) {
        reads.poll(maxMessages, maxBytes, listener);
    }

    void fetch(long offset, PollListener listener) {
        reads.fetch(offset, listener);
    }

    void settle(long offset, Settlement settlement) {
        if (store != null) {
            store.settle(offset, settlement);
        }
    }

    void release(long offset, DueAgain when) {
        if (store != null) {
            store.release(offset, when);
        }
    }

    void rewind() {
        reads.withdraw();
        if (store != null) {
            store.rewind();
        }
    }

    void reconfigure(PartitionSettings newSettings) {
        settings = newSettings;
        if (store != null) {
            store.reconfigure(newSettings);
        }
    }

    private boolean serve() {
        if (store == null) {
            return false;
        }
        reads.serve(store);
        store.lookAtOldest();
        return true;
    }

    private boolean storeGroup() {
        if (store == null || appends.isEmpty()) {
            return false;
        }
        List<NewRecord> group = nextGroup(Math.min(GROUP_BYTES, store.groupBytes()));
        store.append(group);
        // Whoever is told that a message is stored finds it in the snapshot.
        publish();
        for (int i = 0; i < group.size(); i++) {
            tell(appends.remove().listener()::stored);
        }
        overflow.dropped(store.dropOverflow());
        return true;
    }

    private List<NewRecord> nextGroup(long maxBytes) {
        List<NewRecord> group = new ArrayList<>();
        long bytes = 0;
        for (Append append : appends) {
            bytes += append.message().bound();
            if (!group.isEmpty() && (bytes > maxBytes || group.size() == GROUP_MESSAGES)) {
                break;
            }
            group.add(append.message());
        }
        return group;
    }

    private boolean keepLimits() {
        if (store == null) {
            return false;
        }
        store.keepLimits();
        return true;
    }

    private boolean record() {
        if (store == null || !recordDue || (recordAt - nanoTime.getAsLong() > 0 && !store.hasConsumed())) {
            return false;
        }
        store.record();
        recordDue = false;
        return true;
    }

    private boolean compact() {
        return store != null && store.compact();
    }

    private void publish() {
        overflow.logIfDue();
        if (store != null && (store.hasUnrecorded() || store.hasConsumed())) {
            long due = nanoTime.getAsLong() + store.recordDelayNanos();
            recordAt = recordDue && recordAt - due < 0 ? recordAt : due;
            recordDue = true;
        }
        String failure = Stream.of(opening, storing, limiting, reading, recording, compacting)
                .map(Step::failure)
                .flatMap(Stream::ofNullable)
                .map(StorageException::getMessage)
                .findFirst()
                .orElse(null);
        snapshot = store == null ? PartitionSnapshot.empty(failure, true) : store.snapshot(failure);
    }

    /** How long there is nothing to do unless somebody asks. */
    private long waitNanos() {
        long wait = Math.min(IDLE, overflow.waitNanos());
        if (store == null) {
            return Math.min(wait, opening.waitNanos());
        }
        if (!appends.isEmpty()) {
            wait = Math.min(wait, storing.waitNanos());
        }
        wait = Math.min(wait, Math.max(store.limitsWaitNanos(), limiting.waitNanos()));
        if (limiting.failure() != null) {
            wait = Math.min(wait, limiting.waitNanos());
        }
        if (reading.failure() != null) {
            wait = Math.min(wait, reading.waitNanos());
        }
        if (store.isCompactionDue()) {
            wait = Math.min(wait, compacting.waitNanos());
        }
        if (recordDue) {
            wait = Math.min(wait, Math.max(recordAt - nanoTime.getAsLong(), recording.waitNanos()));
        }
        return wait;
    }

    private void finish() {
        Step last = new Step(id, nanoTime, this::storeGroup);
        while (store != null && !appends.isEmpty() && last.failure() == null) {
            last.attempt();
        }
        StorageException closed = new StorageException(Kind.CLOSED, "partition " + id + " was closed");
        appends.forEach(append -> tell(() -> append.listener().failed(closed)));
        if (store != null) {
            PartitionStore closing = store;
            store = null;
            new Step(id, nanoTime, () -> {
                        closing.close();
                        return true;
                    })
                    .attempt();
        }
    }

    private void tell(Runnable listener) {
        try {
            listener.run();
        } catch (RuntimeException e) {
            LOG.error("a listener of partition {} failed: this is a bug", id, e);
        }
        // An interrupt that a listener left behind would close the file at the next write.
        Thread.interrupted();
    }
}
