package dev.mqttdq.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A process that feeds a last-value queue and acknowledges at random until it is killed, and says on standard output what it
 * was told: {@code S n k} message n of key k is stored (key 0 for none), {@code P n} message n was settled, {@code R c} so
 * many settlements are recorded.
 */
final class QueueCrashChild {

    private static final int KEYS = 100;
    /** How many keys there are that are not updated again and again. */
    private static final int QUIET_KEYS = 2_000;

    private QueueCrashChild() {}

    /** Arguments: directory, number of the first message, seed. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Random random = new Random(Long.parseLong(args[2]));
        PrintStream said = new PrintStream(System.out, true);
        QueueFixture fixture = QueueFixture.open(Path.of(args[0]), settings(random.nextBoolean()));
        Semaphore underWay = new Semaphore(1 + random.nextInt(300));
        AtomicLong recorded = new AtomicLong();
        consume(fixture.queue, said, new Random(random.nextLong()), () -> {
            long now = fixture.counters.publish();
            if (recorded.getAndSet(now) != now) {
                said.println("R " + now);
            }
        });
        for (long number = Long.parseLong(args[1]); ; number++) {
            underWay.acquire();
            int key = key(random);
            String statement = "S " + number + " " + key;
            String payload = number + " " + key + " " + "x".repeat(random.nextInt(500));
            fixture.queue.append(
                    QueueFixture.message(payload.getBytes(UTF_8)),
                    key == 0 ? null : Integer.toString(key),
                    new AppendListener() {
                        @Override
                        public void stored() {
                            said.println(statement);
                            underWay.release();
                        }

                        @Override
                        public void failed(StorageException reason) {
                            throw reason;
                        }
                    });
        }
    }

    /** Small segments, so that they are rewritten often. */
    static PartitionSettings settings(boolean sync) {
        return new PartitionSettings(
                256 * 1024, Long.MAX_VALUE, sync, PartitionSettings.Use.LAST_VALUE_QUEUE, QueueLimits.NONE);
    }

    private static int key(Random random) {
        return random.nextInt(10) > 0 ? random.nextInt(KEYS) : KEYS + random.nextInt(QUIET_KEYS);
    }

    private static void consume(PartitionQueue queue, PrintStream said, Random random, Runnable report) {
        queue.poll(20, 1 << 20, batch -> {
            report.run();
            for (StoredMessage message : batch) {
                int fate = random.nextInt(10);
                if (fate < 3) {
                    queue.settle(message.offset(), Settlement.PUBLISHED);
                    said.println("P " + number(message));
                } else if (fate < 6) {
                    queue.release(message.offset());
                }
            }
            consume(queue, said, random, report);
        });
    }

    static long number(StoredMessage message) {
        return Long.parseLong(QueueFixture.text(message).split(" ", 3)[0]);
    }

    static int key(StoredMessage message) {
        return Integer.parseInt(QueueFixture.text(message).split(" ", 3)[1]);
    }
}
