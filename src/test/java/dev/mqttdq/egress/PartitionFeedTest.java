package dev.mqttdq.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.session.EventLoop;
import dev.mqttdq.store.DropReason;
import dev.mqttdq.store.Settlement;
import dev.mqttdq.store.StoredMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The test is the connector: it takes messages and says what became of them. */
class PartitionFeedTest {

    private static final int BATCH = 32;
    private static final int BOUND = 4 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration SOON = Duration.ofMillis(10);
    private static final Duration NEVER = Duration.ofHours(1);

    /** What the feed takes for the time: it stands still, but delays pass. */
    private final AtomicLong now = new AtomicLong();

    private final EventLoop loop = new EventLoop("feed", now::get);
    private final FakeQueue queue = new FakeQueue();
    private final PartitionFeed feed = new PartitionFeed(queue, loop, () -> {});
    private final List<StoredMessage> sent = new ArrayList<>();

    @AfterEach
    void close() {
        loop.close();
    }

    @Test
    void givesMessagesInOrderOfTheirOffsets() {
        append("a", "b", "a", "c");

        assertThat(take(4)).containsExactly("0a", "1b", "2a", "3c");
        assertThat(onLoop(feed::backlog)).isZero();
        assertThat(onLoop(() -> List.copyOf(feed.inflight().keySet()))).containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void readsAheadNoMoreThanABatch() {
        append(topics(200));

        assertThat(take(1)).containsExactly("0t0");
        // The first batch, and one more as soon as less than a batch is here.
        await().until(() -> onLoop(feed::backlog) == 2 * BATCH - 1);
        assertThat(queue.handedOut()).isEqualTo(2 * BATCH);
        run(() -> feed.replenish(BATCH));
        assertThat(queue.handedOut()).isEqualTo(2 * BATCH);
    }

    @Test
    void holdsTheTopicOfARefusedMessageBackAndNoOther() {
        append("a", "a", "b", "a", "b");
        take(1);

        refuse("0a", NEVER);

        assertThat(take(2)).containsExactly("2b", "4b");
        assertNothingToSend();
        assertThat(onLoop(feed::backlog)).isEqualTo(3);
    }

    @Test
    void goesOnWithTheTopicOnceTheRefusedMessageIsThrough() {
        append("a", "a", "b", "a", "b");
        take(1);
        queue.hold();

        refuse("0a", SOON);

        assertThat(take(2)).containsExactly("2b", "4b");
        queue.letGo();
        assertThat(take(1)).containsExactly("0a");
        // One message to see whether the topic goes again.
        assertNothingToSend();
        publish("0a");
        assertThat(take(2)).containsExactly("1a", "3a");
        publish("1a", "3a", "2b", "4b");
        assertThat(onLoop(feed::backlog)).isZero();
        assertThat(queue.settled()).hasSize(5).containsValues(Settlement.PUBLISHED);
    }

    @Test
    void countsTheAttemptsOfEachMessage() {
        append("a", "a");
        take(1);
        refuse("0a", SOON);
        take(1);
        refuse("0a", SOON);
        take(1);

        assertThat(attempt("0a")).isEqualTo(3);
        publish("0a");
        take(1);
        assertThat(attempt("1a")).isEqualTo(1);
    }

    @Test
    void sendsNothingOfTheTopicWhileItsFirstIsRefusedAgainAndAgain() {
        append("a", "a", "a");
        take(1);
        for (int i = 0; i < 5; i++) {
            refuse("0a", SOON);
            assertThat(take(1)).containsExactly("0a");
            assertNothingToSend();
        }
        append("a", "b");

        assertThat(take(1)).containsExactly("4b");
        publish("0a");
        assertThat(take(3)).containsExactly("1a", "2a", "3a");
    }

    @Test
    void freesTheTopicWhenItsFirstIsDropped() {
        append("a", "a", "a");
        take(1);
        refuse("0a", SOON);
        take(1);

        run(() -> feed.settle(message("0a"), Settlement.dropped(DropReason.RETRIES_EXHAUSTED)));

        assertThat(take(2)).containsExactly("1a", "2a");
        publish("1a", "2a");
        append("a");
        assertThat(take(1)).containsExactly("3a");
    }

    @Test
    void triesAgainInOrderWhatWasUnderWayBehindARefusedMessage() {
        append("a", "a", "a", "a");
        take(3);

        refuse("0a", SOON);
        refuse("1a", SOON);
        publish("2a");

        assertThat(take(1)).containsExactly("0a");
        assertNothingToSend();
        publish("0a");
        assertThat(take(2)).containsExactly("1a", "3a");
    }

    @Test
    void goesOnWhereAMessageHasEndedBeforeItWasFetched() {
        append("a", "a", "b");
        take(1);
        queue.settle(0, Settlement.dropped(DropReason.OVERFLOW));
        queue.hold();

        refuse("0a", SOON);

        assertThat(take(1)).containsExactly("2b");
        queue.letGo();
        assertThat(take(1)).containsExactly("1a");
    }

    @Test
    void readsAllAnewAfterARewindAndCountsAnAttemptOfWhatWasInFlight() {
        append("a", "b", "a", "c");
        take(2);
        publish("1b");

        run(feed::rewind);

        assertThat(onLoop(feed::backlog)).isZero();
        assertThat(onLoop(() -> feed.inflight().size())).isZero();
        assertThat(take(3)).containsExactly("0a", "2a", "3c");
        assertThat(attempt("0a")).isEqualTo(2);
        assertThat(attempt("2a")).isEqualTo(1);
    }

    @Test
    void keepsWaitingForARefusedMessageOverARewind() {
        append("a", "a", "b");
        take(1);
        refuse("0a", NEVER);

        run(feed::rewind);

        assertThat(take(1)).containsExactly("2b");
        assertNothingToSend();
        assertThat(onLoop(feed::backlog)).isEqualTo(2);
    }

    @Test
    void triesARefusedMessageOnceOnlyAfterARewind() {
        append("a", "a");
        take(1);
        refuse("0a", SOON);
        run(feed::rewind);

        assertThat(take(1)).containsExactly("0a");
        assertThat(attempt("0a")).isEqualTo(2);
        assertNothingToSend();
        publish("0a");
        assertThat(take(1)).containsExactly("1a");
        publish("1a");
        assertThat(queue.settled()).hasSize(2);
    }

    @Test
    void doesNotHearAnswersThatComeAfterARewind() {
        append("a", "b", "c");
        queue.hold();
        run(() -> feed.replenish(BATCH));

        run(feed::rewind);
        queue.letGo();

        assertThat(take(3)).containsExactly("0a", "1b", "2c");
        assertNothingToSend();
    }

    @Test
    void doesNotHearFetchedMessagesThatComeAfterARewind() {
        append("a");
        take(1);
        queue.hold();
        refuse("0a", SOON);
        await("the message is asked for").until(() -> queue.heldAnswers() == 1);
        now.set(SOON.toNanos());
        run(feed::rewind);
        queue.letGo();

        assertThat(take(1)).containsExactly("0a");
        assertNothingToSend();
        publish("0a");
        append("a");
        assertThat(take(1)).containsExactly("1a");
    }

    @Test
    void readsNoMoreWhenTooManyWaitBehindARefusedMessage() {
        int bound = 50_000;
        append("a");
        take(1);
        refuse("0a", NEVER);
        String[] many = new String[bound + 1000];
        Arrays.fill(many, "a");
        append(many);

        int large = 500;
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1)).until(() -> {
            assertNothingToSend(large);
            return onLoop(feed::backlog) >= bound;
        });

        for (int i = 0; i < 10; i++) {
            assertNothingToSend(large);
        }
        assertThat(queue.handedOut()).isBetween(bound, bound + 2 * large);
    }

    @ParameterizedTest
    @CsvSource({"1,1", "2,1", "3,3", "4,3", "5,40", "6,40"})
    void sendsNothingPastARefusedMessageOfItsTopic(long seed, int window) {
        Random random = new Random(seed);
        int count = 300;
        append(IntStream.range(0, count)
                .mapToObj(i -> random.nextInt(5) == 0 ? "b" : "a")
                .toArray(String[]::new));
        Set<Long> refused = new TreeSet<>();

        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1)).until(() -> {
            run(() -> {
                feed.replenish(BATCH);
                StoredMessage message;
                while (feed.inflight().size() < window && (message = feed.next()) != null) {
                    refused.remove(message.offset());
                    String topic = message.message().topic();
                    long offset = message.offset();
                    assertThat(refused)
                            .as("refused, of the topic, and before " + name(message))
                            .noneMatch(before ->
                                    before < offset && queue.topic(before).equals(topic));
                    feed.sent(delivery(message));
                }
                for (Delivery delivery : List.copyOf(feed.inflight().values())) {
                    switch (random.nextInt(3)) {
                        case 0 -> feed.settle(delivery.stored(), Settlement.PUBLISHED);
                        case 1 -> {
                            refused.add(delivery.stored().offset());
                            feed.retryLater(delivery, Duration.ofMillis(random.nextInt(3)));
                        }
                        default -> {}
                    }
                }
            });
            return queue.settled().size() == count;
        });
        assertThat(onLoop(feed::backlog)).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {100 << 10, 1 << 20, 10 << 20})
    void boundsTheBytesItReadsAhead(int size) {
        int topics = appendLarge(size);

        run(() -> feed.replenish(65_535));
        assertThat(readAhead(65_535)).isLessThan(BOUND + size);

        // What is in flight is held as well, and what has ended no more.
        for (int i = 0; i < topics; i++) {
            String name = take(1).get(0);
            assertThat(readAhead(65_535)).isLessThan(BOUND + size);
            publish(name);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100 << 10, 1 << 20, 10 << 20})
    void boundsTheBytesItReadsAgain(int size) {
        int topics = appendLarge(size);
        Set<String> refused = new HashSet<>();

        int again = 0;
        while (again < topics) {
            String name = take(1).get(0);
            if (refused.add(name)) {
                refuse(name, SOON);
            } else {
                again++;
                publish(name);
            }
            assertThat((long) size * (queue.fetches() - again)).isLessThan(BOUND + size);
        }
        assertThat(onLoop(feed::backlog)).isZero();
    }

    @Test
    void readsOnWhereAllThatItHoldsWaits() {
        append("a");
        take(1);
        refuse("0a", NEVER);
        for (int i = 0; i < 20; i++) {
            queue.append("a", new byte[1 << 20]);
        }
        append("b");

        assertThat(take(1)).containsExactly("21b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "2", "0 1", "0 2", "1 2"})
    void forgetsWhatEndedBeforeItWasReadAgain(String dropped) {
        append("a", "b", "c", "d");
        take(3);
        run(feed::rewind);
        List<Long> gone = Stream.of(dropped.split(" ")).map(Long::valueOf).toList();
        gone.forEach(queue::overflow);

        take(4 - gone.size());

        for (StoredMessage message : sent.subList(0, 3)) {
            assertThat(onLoop(() -> feed.nextAttempt(message))).isEqualTo(gone.contains(message.offset()) ? 1 : 2);
        }
    }

    @Test
    void wakesNobodyWhoEndsAMessage() {
        AtomicInteger wakeUps = new AtomicInteger();
        PartitionFeed counted = new PartitionFeed(queue, loop, wakeUps::incrementAndGet);
        append("a");
        run(() -> counted.replenish(BATCH));
        StoredMessage message = onLoop(counted::next);
        run(() -> {
            Delivery delivery = delivery(message);
            counted.sent(delivery);
            counted.retryLater(delivery, Duration.ZERO);
        });
        await().until(counted::hasNext);
        StoredMessage again = onLoop(counted::next);
        int before = wakeUps.get();

        run(() -> counted.settle(again, Settlement.dropped(DropReason.EXPIRED)));

        assertThat(wakeUps).hasValue(before);
    }

    /** Appends more than may be held, each message to a topic of its own; returns how many. */
    private int appendLarge(int size) {
        byte[] payload = new byte[size];
        int count = 3 * BOUND / size + 10;
        for (String topic : topics(count)) {
            queue.append(topic, payload);
        }
        return count;
    }

    /** The bytes that are handed out, once no more are. */
    private long readAhead(int batch) {
        for (int i = 0; i < 3; i++) {
            run(() -> feed.replenish(batch));
        }
        return queue.bytesHandedOut();
    }

    private void append(String... topics) {
        for (String topic : topics) {
            queue.append(topic);
        }
    }

    private static String[] topics(int count) {
        return IntStream.range(0, count).mapToObj(i -> "t" + i).toArray(String[]::new);
    }

    /** Sends so many messages, and no more, as they become due; returns them as offset and topic. */
    private List<String> take(int count) {
        List<String> taken = new ArrayList<>();
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(2)).until(() -> {
            run(() -> {
                feed.replenish(BATCH);
                while (taken.size() < count) {
                    StoredMessage message = feed.next();
                    if (message == null) {
                        break;
                    }
                    feed.sent(delivery(message));
                    sent.add(message);
                    taken.add(name(message));
                }
                feed.replenish(BATCH);
            });
            return taken.size() == count;
        });
        return taken;
    }

    private void assertNothingToSend() {
        assertNothingToSend(BATCH);
    }

    private void assertNothingToSend(int batch) {
        // Once for what the loop has still to hear, once for what came of it.
        for (int i = 0; i < 2; i++) {
            StoredMessage message = onLoop(() -> {
                feed.replenish(batch);
                return feed.next();
            });
            assertThat(message).isNull();
        }
    }

    private void publish(String... names) {
        for (String name : names) {
            run(() -> feed.settle(message(name), Settlement.PUBLISHED));
        }
    }

    private void refuse(String name, Duration delay) {
        run(() -> feed.retryLater(inflight(name), delay));
    }

    private int attempt(String name) {
        return onLoop(() -> inflight(name).attempt());
    }

    private Delivery inflight(String name) {
        Delivery delivery = feed.inflight().get(message(name).offset());
        assertThat(delivery).as(name + " in flight").isNotNull();
        return delivery;
    }

    private StoredMessage message(String name) {
        return sent.stream()
                .filter(message -> name(message).equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " was not sent"));
    }

    private static String name(StoredMessage message) {
        return message.offset() + message.message().topic();
    }

    @SuppressWarnings("NullAway") // A feed asks a delivery for its message and attempt only.
    private Delivery delivery(StoredMessage message) {
        return new Delivery(null, feed, message, null, null, feed.nextAttempt(message), 0, new CompletableFuture<>());
    }

    private void run(Runnable task) {
        onLoop(() -> {
            task.run();
            return true;
        });
    }

    /** Runs on the feed's loop, failures included. */
    private <T> T onLoop(Supplier<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        loop.execute(() -> {
            try {
                result.complete(task.get());
            } catch (RuntimeException | AssertionError e) {
                result.completeExceptionally(e);
            }
        });
        return result.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }
}
