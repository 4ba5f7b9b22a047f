package dev.mqttdq.store;

import static dev.mqttdq.store.QueueFixture.MEGABYTE;
import static dev.mqttdq.store.QueueFixture.message;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of a partition whose files are damaged: it opens, gives what is left, counts what is not. */
class CorruptionTest {

    private static final int COUNT = 3_000;
    private static final PartitionSettings SETTINGS = new PartitionSettings(MEGABYTE, 100 * MEGABYTE, false);

    @TempDir
    Path directory;

    /** What happens to a file. */
    enum Damage {
        LAST_4_KB_ZEROED {
            @Override
            void to(Path file) throws IOException {
                int length = (int) Math.min(Files.size(file), 4096);
                write(file, Files.size(file) - length, new byte[length]);
            }
        },
        FIRST_8_KB_ZEROED {
            @Override
            void to(Path file) throws IOException {
                write(file, 0, new byte[8192]);
            }
        },
        CUT_IN_HALF {
            @Override
            void to(Path file) throws IOException {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(channel.size() / 2);
                }
            }
        },
        CUT_IN_THE_MIDST_OF_A_PAGE {
            @Override
            void to(Path file) throws IOException {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(Math.max(0, channel.size() - 5000));
                }
            }
        },
        ALL_ZERO {
            @Override
            void to(Path file) throws IOException {
                Files.write(file, new byte[(int) Files.size(file)]);
            }
        },
        A_HUNDRED_BYTES_FLIPPED {
            @Override
            void to(Path file) throws IOException {
                byte[] bytes = Files.readAllBytes(file);
                Random random = new Random(42);
                for (int i = 0; i < 100; i++) {
                    bytes[random.nextInt(bytes.length)] ^= 0x55;
                }
                Files.write(file, bytes);
            }
        },
        EMPTY {
            @Override
            void to(Path file) throws IOException {
                Files.write(file, new byte[0]);
            }
        },
        FOREIGN {
            @Override
            void to(Path file) throws IOException {
                Files.writeString(file, "This is a letter to my aunt.\n".repeat(1000));
            }
        };

        abstract void to(Path file) throws IOException;

        private static void write(Path file, long at, byte[] bytes) throws IOException {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(bytes), at);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void recoversTheRestOfADamagedFirstSegment(Damage damage) throws IOException {
        recoversTheRest(damage, 0);
    }

    @ParameterizedTest
    @EnumSource
    void recoversTheRestOfADamagedMiddleSegment(Damage damage) throws IOException {
        recoversTheRest(damage, 1);
    }

    @ParameterizedTest
    @EnumSource
    void recoversTheRestOfADamagedLastSegment(Damage damage) throws IOException {
        recoversTheRest(damage, 2);
    }

    private void recoversTheRest(Damage damage, int which) throws IOException {
        fill();
        Path damaged = segments().get(which);
        long first = firstOffset(damaged);
        long behind = which + 1 < segments().size() ? firstOffset(segments().get(which + 1)) : COUNT;
        damage.to(damaged);

        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            TreeSet<Long> got = drain(queue);

            assertThat(got.headSet(first)).hasSize((int) first);
            assertThat(got.tailSet(behind)).hasSize((int) (COUNT - behind));
            assertThat(queue.counters.drop(DropReason.CORRUPT)).isEqualTo(COUNT - got.size());
            assertThat(queue.counters.enqueue()).isEqualTo(COUNT);
            assertThat(queue.counters.dequeue()).isEqualTo(COUNT);
            if (got.size() < COUNT) {
                assertThat(queue.queue.snapshot().problem()).contains("lost", ".corrupt-");
                assertThat(kept()).hasSize(1);
            }
            assertThat(got.subSet(first, behind)).hasSizeGreaterThanOrEqualTo(leastRecovered(damage, behind - first));
        }
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            assertThat(queue.queue.snapshot().buffered()).isZero();
            assertThat(queue.counters.drop()).isZero();
            assertThat(queue.queue.snapshot().problem()).isNull();
        }
    }

    /** A damage costs no more than the messages that it hit. */
    private static int leastRecovered(Damage damage, long count) {
        return (int)
                switch (damage) {
                    case LAST_4_KB_ZEROED, CUT_IN_THE_MIDST_OF_A_PAGE -> count - 8;
                    case FIRST_8_KB_ZEROED -> count;
                    case CUT_IN_HALF -> count * 4 / 10;
                    case A_HUNDRED_BYTES_FLIPPED -> count / 2;
                    case ALL_ZERO, EMPTY, FOREIGN -> 0;
                };
    }

    @ParameterizedTest
    @EnumSource
    void repeatsWhatEndedWhenTheRecordOfItIsDamaged(Damage damage) throws IOException {
        fill();
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            queue.publish(queue.take(10));
        }
        damage.to(directory.resolve(SettledStore.FILE));

        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            assertThat(queue.queue.snapshot().buffered()).isBetween(COUNT - 10L, (long) COUNT);
            assertThat(queue.counters.drop()).isZero();
            assertThat(drain(queue)).hasSizeGreaterThanOrEqualTo(COUNT - 10);
        }
    }

    @Test
    void repeatsWhatEndedWhenTheRecordOfItIsGone() throws IOException {
        fill();
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            queue.publish(queue.take(10));
        }
        Files.delete(directory.resolve(SettledStore.FILE));

        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            assertThat(drain(queue)).hasSize(COUNT);
            assertThat(queue.counters.drop()).isZero();
        }
    }

    @Test
    void opensWhenTheFirstMessageThatIsLeftStandsInABlockThatIsDamaged() throws IOException {
        fill();
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            queue.publish(queue.take(10));
        }
        long behind = firstOffset(segments().get(1));
        falsifyLengths(segments().get(0));

        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            assertThat(drain(queue)).hasSize((int) (COUNT - behind));
            assertThat(queue.counters.drop(DropReason.CORRUPT)).isEqualTo(behind - 10);
            assertThat(kept()).hasSize(1);
        }
    }

    /** Makes the length of the first record of each block senseless. */
    private static void falsifyLengths(Path segment) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(segment));
        for (int at = 0; at + Block.HEADER_BYTES < bytes.limit(); at++) {
            Block block = Block.readHeader(bytes.duplicate().position(at));
            if (block != null && block.count() > 0) {
                bytes.putInt(at + Block.HEADER_BYTES, -1);
            }
        }
        Files.write(segment, bytes.array());
    }

    @Test
    void findsTheDamageOfAnOpenFileWhenItReadsThere() throws IOException {
        fill();
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            queue.publish(queue.take(5));
            byte[] bytes = Files.readAllBytes(segments().get(1));
            Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + 5000, (byte) 1);
            Files.write(segments().get(1), bytes);

            TreeSet<Long> got = drain(queue);

            long lost = COUNT - 5L - got.size();
            // A length that is overwritten costs the rest of its block.
            assertThat(lost).isBetween(1L, 70L);
            assertThat(queue.counters.drop(DropReason.CORRUPT)).isEqualTo(lost);
            assertThat(kept()).hasSize(1);
        }
    }

    @Test
    void findsThatAnOpenFileEndsBeforeItShouldWhenItReadsThere() throws IOException {
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            queue.append("0 ", "1 ");
            Path first = segments().get(0);
            byte[] shorter = Files.readAllBytes(first);
            for (int i = 2; segments().size() < 2; i++) {
                queue.append(message(Arrays.copyOf((i + " ").getBytes(UTF_8), 50_000)));
            }
            Files.write(first, shorter);
            long behind = firstOffset(segments().get(1));

            drain(queue);

            assertThat(queue.counters.drop(DropReason.CORRUPT)).isEqualTo(behind - 2);
            assertThat(kept()).hasSize(1);
        }
    }

    @Test
    void fetchesWhatWasSavedFromAFileThatIsFoundDamaged() throws IOException {
        fill();
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            List<StoredMessage> handedOut = queue.take(COUNT);
            byte[] bytes = Files.readAllBytes(segments().get(1));
            Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + 5000, (byte) 1);
            Files.write(segments().get(1), bytes);

            long missing = handedOut.stream()
                    .filter(message -> queue.fetch(message.offset()).isEmpty())
                    .count();

            assertThat(missing).isPositive();
            await().untilAsserted(() ->
                    assertThat(queue.counters.drop(DropReason.CORRUPT)).isEqualTo(missing));
        }
    }

    @Test
    void leavesFilesOfOtherNamesAlone() throws IOException {
        Path note = Files.writeString(directory.resolve("note.txt"), "hello");
        fill();

        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            assertThat(drain(queue)).hasSize(COUNT);
            assertThat(queue.queue.snapshot().problem()).isNull();
        }
        assertThat(note).hasContent("hello");
    }

    @Test
    void undoesASalvageThatWasCutShort() throws IOException {
        fill();
        Path segment = segments().get(0);
        Files.write(segment.resolveSibling(segment.getFileName() + ".salvaged"), new byte[100]);

        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            assertThat(drain(queue)).hasSize(COUNT);
        }
    }

    @Test
    void finishesASalvageThatWasCutShortAtItsEnd() throws IOException {
        fill();
        Path segment = segments().get(0);
        Files.move(segment, segment.resolveSibling(segment.getFileName() + ".salvaged"));

        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            assertThat(drain(queue)).hasSize(COUNT);
        }
    }

    private void fill() {
        try (QueueFixture queue = QueueFixture.open(directory, SETTINGS)) {
            List<CompletableFuture<Void>> stored = new ArrayList<>();
            for (int i = 0; i < COUNT; i++) {
                stored.add(queue.appendAsync(message(Arrays.copyOf((i + " ").getBytes(UTF_8), 1000))));
            }
            stored.forEach(QueueFixture::await);
        }
    }

    /** Takes and publishes until there is nothing more, and closes the accounts. */
    private static TreeSet<Long> drain(QueueFixture queue) {
        TreeSet<Long> numbers = new TreeSet<>();
        while (true) {
            CompletableFuture<List<StoredMessage>> poll = queue.pollAsync(1000, MEGABYTE);
            await().pollInterval(Duration.ofMillis(2)).until(() -> poll.isDone() || isEmpty(queue.queue.snapshot()));
            if (!poll.isDone()) {
                return numbers;
            }
            List<StoredMessage> batch = poll.join();
            for (StoredMessage stored : batch) {
                String text = QueueFixture.text(stored);
                long number = Long.parseLong(text.substring(0, text.indexOf(' ')));
                assertThat(numbers.isEmpty() || numbers.last() < number).isTrue();
                numbers.add(number);
            }
            queue.publish(batch);
        }
    }

    private static boolean isEmpty(PartitionSnapshot snapshot) {
        return snapshot.buffered() + snapshot.handedOut() == 0;
    }

    private static long firstOffset(Path segment) {
        return Long.parseLong(segment.getFileName().toString().substring(0, 19));
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".seg"))
                    .sorted()
                    .toList();
        }
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().contains(".corrupt-")).toList();
        }
    }
}
