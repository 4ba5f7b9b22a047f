package dev.mqttdq.store;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.store.StorageException.Kind;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** Hands what is asked of a partition to its thread. Thread-safe. */
final class DiskPartitionQueue implements PartitionQueue {

    private final PartitionId id;
    private final Inbox inbox;
    private final PartitionWorker worker;
    private final Thread thread;

    DiskPartitionQueue(PartitionId id, Inbox inbox, PartitionWorker worker) {
        this.id = id;
        this.inbox = inbox;
        this.worker = worker;
        this.thread = new Thread(
                () -> {
                    MDC.put("bridge", id.bridge());
                    worker.run();
                },
                id.threadName());
    }

    void start() {
        thread.start();
    }

    @Override
    public void append(BridgeMessage message, @Nullable String key, AppendListener listener) {
        if (!inbox.offer(() -> worker.append(message, key, listener))) {
            listener.failed(new StorageException(Kind.CLOSED, "partition " + id + " was closed"));
        }
    }

    @Override
    public void poll(int maxMessages, long maxBytes, PollListener listener) {
        inbox.offer(() -> worker.poll(maxMessages, maxBytes, listener));
    }

    @Override
    public void fetch(long offset, PollListener listener) {
        inbox.offer(() -> worker.fetch(offset, listener));
    }

    @Override
    public void settle(long offset, Settlement settlement) {
        inbox.offer(() -> worker.settle(offset, settlement));
    }

    @Override
    public void release(long offset) {
        inbox.offer(() -> worker.release(offset, DueAgain.IN_ITS_PLACE));
    }

    @Override
    public void retry(long offset) {
        inbox.offer(() -> worker.release(offset, DueAgain.BY_TURNS));
    }

    @Override
    public void rewind() {
        inbox.offer(worker::rewind);
    }

    @Override
    public PartitionSnapshot snapshot() {
        return worker.snapshot();
    }

    @Override
    public void reconfigure(PartitionSettings settings) {
        inbox.offer(() -> worker.reconfigure(settings));
    }

    @Override
    public void close() {
        if (Thread.currentThread().equals(thread)) {
            throw new IllegalStateException("a partition cannot be closed by one of its listeners");
        }
        inbox.close();
        worker.finished().join();
    }
}
