package dev.mqttdq.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a process that feeds a last-value queue and acknowledges in no order, again and again on one directory. The system
 * property {@code store.crash.rounds} says how often.
 */
class QueueCrashIT {

    private static final int ROUNDS = Integer.getInteger("store.crash.rounds", 12);
    private static final int LONGEST_LIFE_MILLIS = 900;
    private static final Pattern STATEMENT = Pattern.compile("S \\d+ \\d+|[PR] \\d+");

    @TempDir
    Path directory;

    /** What a child said, with what it found when it began. */
    private static final class Account {
        /** The key of each message; 0 for none. */
        final TreeMap<Long, Integer> stored;

        final Set<Long> published = new TreeSet<>();
        long recorded;

        Account(Map<Long, Integer> found) {
            stored = new TreeMap<>(found);
        }

        void enter(String line) {
            String[] words = line.split(" ");
            long number = Long.parseLong(words[1]);
            switch (words[0]) {
                case "S" -> stored.put(number, Integer.valueOf(words[2]));
                case "P" -> published.add(number);
                default -> recorded = number;
            }
        }

        /** What must be there: messages without a key, and of each key the newest, as far as they were not published. */
        Map<Long, Integer> owed() {
            Map<Integer, Long> newest = new HashMap<>();
            Map<Long, Integer> owed = new TreeMap<>();
            stored.forEach((number, key) -> {
                Long before = key == 0 ? null : newest.put(key, number);
                if (before != null) {
                    owed.remove(before);
                }
                owed.put(number, key);
            });
            owed.keySet().removeAll(published);
            return owed;
        }
    }

    @Test
    void aKilledQueueLosesNothingNewAndBringsNothingOldBack() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Map<Long, Integer> held = new TreeMap<>();
        long next = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String when = "round %d of seed %d".formatted(round, seed);
            Account account = new Account(held);
            KilledChild.run(
                    QueueCrashChild.class,
                    List.of(directory.toString(), Long.toString(next), Long.toString(random.nextLong())),
                    Duration.ofMillis(random.nextInt(LONGEST_LIFE_MILLIS)),
                    STATEMENT,
                    account::enter);
            List<StoredMessage> found = look();

            held = found.stream().collect(Collectors.toMap(QueueCrashChild::number, QueueCrashChild::key));
            assertThat(found).extracting(StoredMessage::offset).as(when).isSorted();
            assertThat(held.values().stream().filter(key -> key > 0)).as(when).doesNotHaveDuplicates();
            assertThat(missing(account, held)).as("missing in %s", when).isEmpty();
            long repeated =
                    held.keySet().stream().filter(account.published::contains).count();
            assertThat(repeated).as(when).isLessThanOrEqualTo(account.published.size() - account.recorded);

            // A child that was killed early has said nothing.
            account.stored.putAll(held);
            next = account.stored.isEmpty() ? next : Math.max(next, account.stored.lastKey() + 1);
        }
    }

    /** What is owed and not there; a newer message of its key, of whose storing the child did not get to tell, will do. */
    private static Map<Long, Integer> missing(Account account, Map<Long, Integer> found) {
        Map<Integer, Long> newest = new HashMap<>();
        found.forEach((number, key) -> newest.put(key, number));
        Map<Long, Integer> missing = account.owed();
        missing.keySet().removeAll(found.keySet());
        missing.entrySet()
                .removeIf(owed -> owed.getValue() > 0 && newest.getOrDefault(owed.getValue(), -1L) > owed.getKey());
        return missing;
    }

    /** All that the directory holds, in order. */
    private List<StoredMessage> look() {
        try (QueueFixture queue = QueueFixture.open(directory, QueueCrashChild.settings(false))) {
            assertThat(queue.queue.snapshot().problem()).isNull();
            List<StoredMessage> found = queue.takeAll();
            assertThat(queue.counters.drop()).isEqualTo(queue.counters.drop(DropReason.REPLACED));
            return found;
        }
    }
}
