package dev.mqttdq.store;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A process with a small heap that builds up a backlog, opens it again and drains it; ends with 0 when all came. */
final class BacklogChild {

    private static final int PAYLOAD = 1024;
    private static final int UNDER_WAY = 2_000;

    private BacklogChild() {}

    /** Arguments: directory, number of messages. */
    public static void main(String[] args) throws InterruptedException {
        Path directory = Path.of(args[0]);
        int count = Integer.parseInt(args[1]);
        PartitionSettings settings = new PartitionSettings(100 << 20, 100L << 30, false);
        try (QueueFixture fixture = QueueFixture.open(directory, settings)) {
            append(fixture.queue, count);
        }
        try (QueueFixture fixture = QueueFixture.open(directory, settings)) {
            drain(fixture.queue, count);
        }
    }

    private static void append(PartitionQueue queue, int count) throws InterruptedException {
        Semaphore underWay = new Semaphore(UNDER_WAY);
        AppendListener listener = new AppendListener() {
            @Override
            public void stored() {
                underWay.release();
            }

            @Override
            public void failed(StorageException reason) {
                throw reason;
            }
        };
        for (int i = 0; i < count; i++) {
            underWay.acquire();
            queue.append(QueueFixture.message(new byte[PAYLOAD]), listener);
        }
        underWay.acquire(UNDER_WAY);
    }

    private static void drain(PartitionQueue queue, int count) throws InterruptedException {
        CountDownLatch drained = new CountDownLatch(1);
        takeAndPublish(queue, new AtomicInteger(count), drained);
        drained.await();
    }

    private static void takeAndPublish(PartitionQueue queue, AtomicInteger left, CountDownLatch drained) {
        queue.poll(32, 1 << 20, batch -> {
            batch.forEach(message -> queue.settle(message.offset(), Settlement.PUBLISHED));
            if (left.addAndGet(-batch.size()) == 0) {
                drained.countDown();
            } else {
                takeAndPublish(queue, left, drained);
            }
        });
    }
}
