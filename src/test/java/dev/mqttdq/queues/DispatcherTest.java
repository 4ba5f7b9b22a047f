package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.mqttdq.config.DispatchStrategy;
import dev.mqttdq.queues.DispatchFixture.Client;
import dev.mqttdq.store.DropReason;
import dev.mqttdq.store.Settlement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DispatcherTest {

    private static final int WINDOW = 10;

    private final DispatchFixture queue = new DispatchFixture();

    @Test
    void handsOutNothingWhileNobodyIsAttached() {
        queue.publish(5);

        assertThat(queue.store.due()).hasSize(5);
        assertThat(queue.store.asked()).isEmpty();
    }

    @Test
    void givesOneSubscriberEverythingInOrder() {
        Client client = queue.client("a");
        for (int i = 0; i < 100; i++) {
            queue.publish(1);
            client.acknowledge(i);
        }

        assertThat(client.offsets()).isEqualTo(LongStream.range(0, 100).boxed().toList());
        assertThat(queue.store.settled()).hasSize(100).containsValue(Settlement.PUBLISHED);
        assertThat(queue.counters.delivered()).isEqualTo(100);
        assertThat(queue.counters.inflight()).isZero();
    }

    @Test
    void sendsNoMoreThanTheWindow() {
        Client client = queue.client("a");
        queue.publish(WINDOW + 3);

        assertThat(client.received).hasSize(WINDOW);
        assertThat(queue.store.handedOut()).hasSize(WINDOW);
        client.acknowledge(4);
        assertThat(client.received).hasSize(WINDOW + 1);
    }

    @Test
    void readsNothingThatNobodyHasRoomFor() {
        Client client = queue.client("a");
        queue.publish(WINDOW);
        int polls = queue.store.asked().size();
        queue.publish(50);

        assertThat(queue.store.asked()).hasSize(polls);
        assertThat(queue.store.due()).hasSize(50);
        client.acknowledgeAll();
        assertThat(queue.store.asked().get(polls)).isLessThanOrEqualTo(WINDOW);
    }

    @Test
    void sharesHalfAndHalfInTurn() {
        Client a = queue.client("a");
        Client b = queue.client("b");
        for (int i = 0; i < 200; i++) {
            queue.publish(1);
            a.acknowledgeAll();
            b.acknowledgeAll();
        }

        assertThat(a.received).hasSize(100);
        assertThat(b.received).hasSize(100);
        assertThat(a.offsets()).allMatch(offset -> offset % 2 == 0);
    }

    @Test
    void choosesTheLeastBusy() {
        queue.reconfigure(DispatchStrategy.LEAST_INFLIGHT, WINDOW, -1);
        Client a = queue.client("a");
        queue.publish(3);
        Client b = queue.client("b");

        queue.publish(3);
        assertThat(b.received).hasSize(3);
        queue.publish(2);
        assertThat(a.received).hasSize(4);
        assertThat(b.received).hasSize(4);
    }

    @Test
    void choosesEachNowAndThenAtRandom() {
        queue.reconfigure(DispatchStrategy.RANDOM, 1000, -1);
        List<Client> clients =
                IntStream.range(0, 4).mapToObj(i -> queue.client("c" + i)).toList();
        queue.publish(400);

        assertThat(clients).allSatisfy(client -> assertThat(client.received).hasSizeBetween(60, 140));
    }

    @Test
    void followsAnotherStrategyAtOnce() {
        queue.reconfigure(DispatchStrategy.LEAST_INFLIGHT, WINDOW, -1);
        Client a = queue.client("a");
        Client b = queue.client("b");
        queue.publish(2);
        a.acknowledgeAll();
        queue.publish(1);
        assertThat(a.received).hasSize(2);

        queue.reconfigure(DispatchStrategy.ROUND_ROBIN, WINDOW, -1);
        queue.publish(4);
        assertThat(a.received).hasSize(4);
        assertThat(b.received).hasSize(3);
    }

    @Test
    void followsAnotherWindowAtOnce() {
        Client client = queue.client("a");
        queue.publish(100);

        queue.reconfigure(DispatchStrategy.RANDOM, 40, -1);
        assertThat(client.received).hasSize(40);
        queue.reconfigure(DispatchStrategy.RANDOM, 20, -1);
        LongStream.range(0, 20).forEach(client::acknowledge);
        assertThat(client.received).hasSize(40);
        client.acknowledge(20);
        assertThat(client.received).hasSize(41);
    }

    @Test
    void offersARejectedMessageToAnotherAtOnce() {
        Client a = queue.client("a");
        Client b = queue.client("b");
        queue.publish(1);
        a.reject(0);

        assertThat(b.offsets()).containsExactly(0L);
        assertThat(b.lastAttempt()).isEqualTo(2);
        assertThat(queue.counters.rejected()).isEqualTo(1);
        b.acknowledge(0);
        assertThat(queue.store.settled()).containsEntry(0L, Settlement.PUBLISHED);
    }

    @Test
    void offersARejectedMessageAgainAfterTheIntervalWhereThereIsNobodyElse() {
        Client client = queue.client("a");
        queue.publish(1);
        client.reject(0);
        queue.pass(DispatchFixture.INTERVAL.minusMillis(1));
        assertThat(client.received).hasSize(1);

        queue.pass(Duration.ofMillis(1));
        assertThat(client.offsets()).containsExactly(0L, 0L);
        assertThat(client.lastAttempt()).isEqualTo(2);
    }

    @Test
    void waitsForAnotherThatIsFullRatherThanAskAgainAtOnce() {
        Client a = queue.client("a");
        Client b = queue.client("b");
        queue.publish(2 * WINDOW);
        a.reject(0);
        assertThat(b.received).hasSize(WINDOW);
        assertThat(a.received).hasSize(WINDOW);

        b.acknowledge(1);
        assertThat(b.offsets()).endsWith(0L);
        assertThat(a.received).hasSize(WINDOW);
    }

    @Test
    void offersAMessageThatAllRejectedAgainAfterTheInterval() {
        Client a = queue.client("a");
        Client b = queue.client("b");
        queue.publish(1);
        a.reject(0);
        b.reject(0);
        assertThat(queue.counters.delivered()).isEqualTo(2);

        queue.pass(DispatchFixture.INTERVAL);
        assertThat(queue.counters.delivered()).isEqualTo(3);
    }

    @Test
    void offersAWaitingMessageToWhoeverComes() {
        Client a = queue.client("a");
        queue.publish(1);
        a.reject(0);

        assertThat(queue.client("b").offsets()).containsExactly(0L);
    }

    @Test
    void goesOnWithOthersWhileARejectedMessageWaits() {
        Client client = queue.client("a");
        queue.publish(1);
        client.reject(0);
        queue.publish(3);

        assertThat(client.offsets()).containsExactly(0L, 1L, 2L, 3L);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, WINDOW})
    void goesOnWithOthersWhereMoreAreRejectedForEverThanAConsumerMayHave(int window) {
        queue.reconfigure(DispatchStrategy.RANDOM, window, -1);
        Client client = queue.client("a");
        queue.publish(2 * window + 20);
        for (int round = 0; round < 100; round++) {
            client.answer(offset -> offset >= 2L * window);
            queue.pass(DispatchFixture.INTERVAL);
        }

        assertThat(queue.store.settled()).hasSize(20);
    }

    @Test
    void goesOnWithOthersWhereAllConsumersRejectSlowly() {
        Client a = queue.client("a");
        Client b = queue.client("b");
        queue.publish(100);
        for (int round = 0; round < 100; round++) {
            a.answer(offset -> offset >= 50);
            queue.pass(DispatchFixture.INTERVAL.multipliedBy(2));
            b.answer(offset -> offset >= 50);
            queue.pass(DispatchFixture.INTERVAL.multipliedBy(2));
        }

        assertThat(queue.store.settled()).hasSize(50);
    }

    @Test
    void offersEveryRejectedMessageAgainThoughThereAreMoreThanAConsumerMayHave() {
        Client client = queue.client("a");
        queue.publish(10 * WINDOW);
        for (int round = 0; round < 50; round++) {
            client.answer(offset -> false);
            queue.pass(DispatchFixture.INTERVAL);
        }

        assertThat(client.offsets()).hasSizeGreaterThan(20 * WINDOW);
        for (long offset = 0; offset < 10 * WINDOW; offset++) {
            assertThat(Collections.frequency(client.offsets(), offset)).isGreaterThan(1);
        }
    }

    @Test
    void asksEachConsumerOnceBeforeAMessageWaits() {
        List<Client> clients =
                IntStream.range(0, 5).mapToObj(i -> queue.client("c" + i)).toList();
        queue.publish(1);
        clients.forEach(client -> {
            queue.pass(DispatchFixture.INTERVAL.multipliedBy(2));
            client.answer(offset -> false);
        });

        assertThat(clients).allSatisfy(client -> assertThat(client.received).hasSize(1));
    }

    @Test
    void offersWhatWasRejectedTogetherAgainInOrder() {
        Client client = queue.client("a");
        queue.publish(2);
        client.reject(1);
        client.reject(0);
        queue.pass(DispatchFixture.INTERVAL);

        assertThat(client.offsets()).containsExactly(0L, 1L, 0L, 1L);
    }

    @Test
    void givesWhatAnEndedSubscriptionHadToOthersAtOnce() {
        Client a = queue.client("a");
        queue.publish(5);
        a.acknowledge(2);
        Client b = queue.client("b");
        a.end();

        assertThat(b.offsets()).containsExactly(0L, 1L, 3L, 4L);
        assertThat(b.received).allMatch(delivery -> delivery.attempt() == 2);
        assertThat(queue.counters.inflight()).isEqualTo(4);
        assertThat(queue.counters.consumers()).isEqualTo(1);
    }

    @Test
    void releasesWhatAnEndedSubscriptionHadWhereNobodyIsLeft() {
        Client a = queue.client("a");
        queue.publish(3);
        a.end();

        assertThat(queue.store.due()).containsExactly(0L, 1L, 2L);
        assertThat(queue.counters.inflight()).isZero();
        assertThat(queue.client("b").received)
                .extracting(Delivery::offset, Delivery::attempt)
                .containsExactly(tuple(0L, 2), tuple(1L, 2), tuple(2L, 2));
    }

    @Test
    void releasesWhatComesAfterTheLastSubscriptionEnded() {
        Client a = queue.client("a");
        a.end();
        queue.publish(3);

        assertThat(queue.store.due()).containsExactly(0L, 1L, 2L);
        assertThat(a.received).isEmpty();
    }

    @Test
    void ignoresAnswersOfAnEndedSubscription() {
        Client a = queue.client("a");
        queue.publish(1);
        a.end();
        Client b = queue.client("b");
        a.acknowledge(0);
        a.reject(0);

        assertThat(queue.store.settled()).isEmpty();
        assertThat(queue.store.handedOut()).containsExactly(0L);
        a.ready(5);
        queue.publish(1);
        assertThat(a.received).hasSize(1);
        assertThat(b.received).hasSize(2);
    }

    @Test
    void letsGoOfASubscriptionThatHasEnded() {
        Client a = queue.client("a");
        queue.publish(1);
        a.reject(0);
        a.end();

        assertThat(a.consumer).hasFieldOrPropertyWithValue("subscriber", null);
    }

    @Test
    void ignoresAnAnswerToWhatAnotherHas() {
        Client a = queue.client("a");
        Client b = queue.client("b");
        queue.publish(1);
        a.reject(0);
        a.acknowledge(0);

        assertThat(b.received).hasSize(1);
        assertThat(queue.store.settled()).isEmpty();
    }

    @Test
    void ignoresAnAnswerFromAnEarlierAttachment() {
        Client again = queue.client("a", 1);
        queue.publish(1);
        again.acknowledge(0);
        assertThat(queue.store.settled()).isEmpty();

        again.acknowledgeAll();
        assertThat(queue.store.settled()).containsOnlyKeys(0L);
    }

    @Test
    void asksOthersWhenOneRefuses() {
        Client a = queue.client("a");
        a.capacity = 2;
        Client b = queue.client("b");
        queue.publish(8);

        assertThat(a.received).hasSize(2);
        assertThat(b.received).hasSize(6);
    }

    @Test
    void releasesWhatWasRefusedAndGoesOnInOrderWhenThereIsRoom() {
        Client client = queue.client("a");
        client.capacity = 2;
        queue.publish(8);
        assertThat(queue.store.handedOut()).containsExactly(0L, 1L);
        assertThat(queue.store.due()).hasSize(6);

        client.ready(3);
        assertThat(client.offsets()).containsExactly(0L, 1L, 2L, 3L, 4L);
        assertThat(queue.store.handedOut()).hasSize(5);
    }

    @Test
    void readsLittleForAClientThatRefuses() {
        Client client = queue.client("a");
        client.capacity = 1;
        queue.publish(8);
        int polls = queue.store.asked().size();
        client.ready(1);

        assertThat(queue.store.asked().subList(polls, queue.store.asked().size()))
                .startsWith(1);
        assertThat(client.offsets()).containsExactly(0L, 1L);
    }

    @Test
    void givesWhatIsTooLargeForOneToAnotherAsIfItHadNotBeenOffered() {
        queue.reconfigure(DispatchStrategy.ROUND_ROBIN, WINDOW, 1);
        Client small = queue.client("small");
        small.tooLarge = offset -> offset == 0;
        Client large = queue.client("large");
        queue.publish(1);

        assertThat(large.offsets()).containsExactly(0L);
        assertThat(large.lastAttempt()).isEqualTo(1);
        assertThat(queue.counters.delivered()).isEqualTo(1);
        assertThat(queue.counters.rejected()).isZero();
        assertThat(queue.counters.inflight()).isEqualTo(1);
    }

    @Test
    void offersWhatARejectionLeavesToNobodyWhoCannotReadIt() {
        Client small = queue.client("small");
        small.tooLarge = offset -> true;
        Client large = queue.client("large");
        queue.publish(1);
        large.reject(0);
        assertThat(small.refused).isEqualTo(1);

        queue.pass(DispatchFixture.INTERVAL);
        assertThat(large.offsets()).containsExactly(0L, 0L);
        assertThat(large.lastAttempt()).isEqualTo(2);
    }

    @Test
    void keepsWhatNobodyCanReadForWhoeverComesAndGoesOnWithOthers() {
        queue.reconfigure(DispatchStrategy.ROUND_ROBIN, 2, 1);
        Client small = queue.client("small");
        small.tooLarge = offset -> offset < 5;
        queue.publish(7);

        assertThat(small.offsets()).containsExactly(5L, 6L);
        assertThat(small.refused).isEqualTo(5);
        assertThat(queue.store.settled()).isEmpty();
        assertThat(queue.counters.inflight()).isEqualTo(2);

        queue.reconfigure(DispatchStrategy.ROUND_ROBIN, WINDOW, 1);
        assertThat(queue.client("large").offsets()).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void looksNowAndThenWhetherWhatNobodyCanReadHasExpired() {
        Client small = queue.client("small");
        small.tooLarge = offset -> true;
        queue.publishExpiring(1);
        queue.pass(Duration.ofMinutes(1));

        assertThat(queue.store.settled()).containsEntry(0L, Settlement.dropped(DropReason.EXPIRED));
    }

    @Test
    void dropsAMessageDeliveredTooOften() {
        queue.reconfigure(DispatchStrategy.RANDOM, WINDOW, 2);
        Client client = queue.client("a");
        queue.publish(1);
        client.reject(0);
        queue.pass(DispatchFixture.INTERVAL);
        client.reject(0);

        assertThat(client.received).hasSize(2);
        assertThat(queue.store.settled()).containsEntry(0L, Settlement.dropped(DropReason.MAX_DELIVERIES));
        assertThat(queue.counters.inflight()).isZero();
    }

    @Test
    void countsADeliveryThatASubscriptionsEndLeftUnanswered() {
        queue.reconfigure(DispatchStrategy.RANDOM, WINDOW, 1);
        Client client = queue.client("a");
        queue.publish(1);
        client.end();

        assertThat(queue.store.settled()).containsEntry(0L, Settlement.dropped(DropReason.MAX_DELIVERIES));
    }

    @Test
    void neverDeliversAnExpiredMessage() {
        queue.publishExpiring(10);
        queue.publishExpiring(60);
        queue.pass(Duration.ofSeconds(10));
        Client client = queue.client("a");

        assertThat(client.offsets()).containsExactly(1L);
        assertThat(queue.store.settled()).containsEntry(0L, Settlement.dropped(DropReason.EXPIRED));
        assertThat(client.received.get(0).message().properties().messageExpiry())
                .isEqualTo(50);
    }

    @Test
    void tellsWhenAllIsAnsweredAndHandsOutNothingMeanwhile() {
        Client client = queue.client("a");
        queue.publish(2);
        AtomicBoolean answered = new AtomicBoolean();
        queue.dispatcher.pause(() -> answered.set(true));
        queue.publish(3);
        client.acknowledge(0);
        assertThat(answered).isFalse();

        client.acknowledge(1);
        assertThat(answered).isTrue();
        assertThat(client.received).hasSize(2);
        assertThat(queue.store.due()).hasSize(3);
    }

    @Test
    void isFairToManySubscribers() {
        queue.reconfigure(DispatchStrategy.ROUND_ROBIN, 1, -1);
        List<Client> clients =
                IntStream.range(0, 100).mapToObj(i -> queue.client("c" + i)).toList();
        queue.publish(1000);
        while (queue.store.settled().size() < 1000) {
            clients.forEach(Client::acknowledgeAll);
        }

        assertThat(clients).allSatisfy(client -> assertThat(client.received).hasSize(10));
    }
}
