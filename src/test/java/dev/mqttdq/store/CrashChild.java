package dev.mqttdq.store;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A process that appends and publishes until it is killed, and says on standard output what it was told: {@code S n} message
 * n is stored, {@code P n} message n was settled, {@code R k} so many settlements are recorded.
 */
final class CrashChild {

    static final int HEADER_BYTES = Long.BYTES;

    private CrashChild() {}

    /** Arguments: directory, number of the first message, seed. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Random random = new Random(Long.parseLong(args[2]));
        PrintStream said = new PrintStream(System.out, true);
        PartitionSettings settings = new PartitionSettings(1 << 20, 1L << 30, random.nextBoolean());
        QueueFixture fixture = QueueFixture.open(Path.of(args[0]), settings);
        PartitionQueue queue = fixture.queue;
        Semaphore underWay = new Semaphore(1 + random.nextInt(300));
        int publishEvery = 1 + random.nextInt(4);
        AtomicLong recorded = new AtomicLong();
        consume(queue, said, publishEvery, () -> {
            long now = fixture.counters.publish();
            if (recorded.getAndSet(now) != now) {
                said.println("R " + now);
            }
        });
        for (long number = Long.parseLong(args[1]); ; number++) {
            underWay.acquire();
            long appended = number;
            queue.append(QueueFixture.message(payload(number, random.nextInt(2000))), new AppendListener() {
                @Override
                public void stored() {
                    said.println("S " + appended);
                    underWay.release();
                }

                @Override
                public void failed(StorageException reason) {
                    throw reason;
                }
            });
        }
    }

    private static void consume(PartitionQueue queue, PrintStream said, int publishEvery, Runnable report) {
        queue.poll(50, 1 << 20, batch -> {
            report.run();
            for (StoredMessage message : batch) {
                if (message.offset() % publishEvery == 0) {
                    queue.settle(message.offset(), Settlement.PUBLISHED);
                    said.println("P " + number(message));
                }
            }
            consume(queue, said, publishEvery, report);
        });
    }

    static long number(StoredMessage message) {
        return ByteBuffer.wrap(message.message().payload()).getLong();
    }

    static byte[] payload(long number, int more) {
        return ByteBuffer.allocate(HEADER_BYTES + more).putLong(number).array();
    }
}
