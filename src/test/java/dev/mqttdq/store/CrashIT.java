package dev.mqttdq.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a process that appends and publishes, again and again on one directory, and holds what is found against what the
 * process was told. The system property {@code store.crash.rounds} says how often.
 */
class CrashIT {

    private static final int ROUNDS = Integer.getInteger("store.crash.rounds", 12);
    private static final int LONGEST_LIFE_MILLIS = 600;
    private static final Pattern STATEMENT = Pattern.compile("[SPR] \\d+");
    /** So many messages are left for the next round. */
    private static final int LEFT = 500;

    @TempDir
    Path directory;

    /** What a child said. */
    private static final class Account {
        final TreeSet<Long> stored = new TreeSet<>();
        final TreeSet<Long> published = new TreeSet<>();
        long recorded;

        void enter(String line) {
            long number = Long.parseLong(line.substring(2));
            switch (line.charAt(0)) {
                case 'S' -> stored.add(number);
                case 'P' -> published.add(number);
                default -> recorded = number;
            }
        }
    }

    @Test
    void aKilledProcessLosesNothingThatWasStoredAndRepeatsOnlyTheLastThatEnded() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        TreeSet<Long> held = new TreeSet<>();
        long next = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Account account = runAndKill(next, random);
            List<Long> found = look();

            TreeSet<Long> owed = new TreeSet<>(held);
            owed.addAll(account.stored);
            owed.removeAll(account.published);
            assertThat(found).as("round %d of seed %d", round, seed).isSorted().doesNotHaveDuplicates();
            owed.removeAll(new TreeSet<>(found));
            assertThat(owed).as("missing in round %d of seed %d", round, seed).isEmpty();
            long repeated = found.stream().filter(account.published::contains).count();
            assertThat(repeated).isLessThanOrEqualTo(account.published.size() - account.recorded);

            held = new TreeSet<>(found.subList(Math.max(0, found.size() - LEFT), found.size()));
            next = Math.max(next, held.isEmpty() ? 0 : held.last() + 1);
            next = Math.max(next, account.stored.isEmpty() ? 0 : account.stored.last() + 1);
        }
        assertThat(next).isPositive();
    }

    private Account runAndKill(long next, Random random) throws IOException, InterruptedException {
        Account account = new Account();
        KilledChild.run(
                CrashChild.class,
                List.of(directory.toString(), Long.toString(next), Long.toString(random.nextLong())),
                Duration.ofMillis(random.nextInt(LONGEST_LIFE_MILLIS)),
                STATEMENT,
                account::enter);
        return account;
    }

    /** All that the directory holds, in order; all but the last are settled then. */
    private List<Long> look() {
        List<Long> found = new ArrayList<>();
        try (QueueFixture queue = QueueFixture.open(directory)) {
            PartitionSnapshot snapshot = queue.queue.snapshot();
            assertThat(snapshot.problem()).isNull();
            assertThat(queue.counters.drop()).isZero();
            List<StoredMessage> all = queue.take((int) snapshot.buffered());
            all.forEach(message -> found.add(CrashChild.number(message)));
            queue.publish(all.subList(0, Math.max(0, all.size() - LEFT)));
        }
        return found;
    }
}
