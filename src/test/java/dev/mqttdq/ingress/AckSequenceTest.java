package dev.mqttdq.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.message.Qos;
import dev.mqttdq.session.MqttConnection;
import dev.mqttdq.session.OutboundPublish;
import dev.mqttdq.session.PublishListener;
import dev.mqttdq.session.RemoteException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AckSequenceTest {

    private final Recording connection = new Recording();
    private final AtomicInteger begun = new AtomicInteger();
    private final AckSequence sequence = new AckSequence(connection, begun::incrementAndGet);

    @Test
    void acknowledgesInTheOrderOfArrivalWhateverTheOrderOfStoring() {
        AckSequence.Ticket first = sequence.open(5, Qos.AT_LEAST_ONCE, 0);
        AckSequence.Ticket second = sequence.open(3, Qos.EXACTLY_ONCE, 0);
        AckSequence.Ticket third = sequence.open(9, Qos.AT_LEAST_ONCE, 0);

        third.stored();
        second.stored();
        assertThat(connection.acknowledged).isEmpty();
        first.stored();

        assertThat(connection.acknowledged).containsExactly("5 AT_LEAST_ONCE", "3 EXACTLY_ONCE", "9 AT_LEAST_ONCE");
    }

    @Test
    void acknowledgesEachAsSoonAsAllBeforeItAreStored() {
        AckSequence.Ticket first = sequence.open(1, Qos.AT_LEAST_ONCE, 0);
        AckSequence.Ticket second = sequence.open(2, Qos.AT_LEAST_ONCE, 0);

        first.stored();
        assertThat(connection.acknowledged).containsExactly("1 AT_LEAST_ONCE");

        AckSequence.Ticket third = sequence.open(1, Qos.AT_LEAST_ONCE, 0);
        third.stored();
        assertThat(connection.acknowledged).hasSize(1);
        second.stored();
        assertThat(connection.acknowledged).containsExactly("1 AT_LEAST_ONCE", "2 AT_LEAST_ONCE", "1 AT_LEAST_ONCE");
    }

    @Test
    void tellsOfTheFirstAcknowledgementOnly() {
        AckSequence.Ticket first = sequence.open(1, Qos.AT_LEAST_ONCE, 0);
        AckSequence.Ticket second = sequence.open(2, Qos.AT_LEAST_ONCE, 0);
        second.stored();
        assertThat(begun).hasValue(0);

        first.stored();
        sequence.open(3, Qos.AT_LEAST_ONCE, 0).stored();

        assertThat(begun).hasValue(1);
    }

    @Test
    void knowsWhoHasWaitedLongest() {
        assertThat(sequence.oldestSinceNanos()).isEmpty();
        AckSequence.Ticket first = sequence.open(1, Qos.AT_LEAST_ONCE, 10);
        AckSequence.Ticket second = sequence.open(2, Qos.AT_LEAST_ONCE, 20);
        assertThat(sequence.oldestSinceNanos()).hasValue(10L);

        second.stored();
        assertThat(sequence.oldestSinceNanos()).hasValue(10L);
        first.stored();
        assertThat(sequence.oldestSinceNanos()).isEmpty();
    }

    @Test
    void keepsTheOrderWhenSeveralPartitionsStoreAtOnce() throws InterruptedException {
        List<AckSequence.Ticket> tickets = new ArrayList<>();
        for (int id = 0; id < 10_000; id++) {
            tickets.add(sequence.open(id, Qos.AT_LEAST_ONCE, 0));
        }
        Collections.shuffle(tickets, new Random(1));
        ExecutorService partitions = Executors.newFixedThreadPool(4);
        tickets.forEach(ticket -> partitions.execute(ticket::stored));
        partitions.shutdown();

        assertThat(partitions.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        assertThat(connection.acknowledged)
                .isEqualTo(IntStream.range(0, 10_000)
                        .mapToObj(id -> id + " AT_LEAST_ONCE")
                        .toList());
    }

    /** Written by whoever holds the sequence's lock. */
    private static final class Recording implements MqttConnection {

        private final List<String> acknowledged = Collections.synchronizedList(new ArrayList<>());

        @Override
        public boolean isCaughtUp() {
            return true;
        }

        @Override
        public void acknowledge(int packetId, Qos qos) {
            acknowledged.add(packetId + " " + qos);
        }

        @Override
        public void connect() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void publish(OutboundPublish publish, PublishListener listener) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void subscribe(String filter, Qos qos, int retain, Consumer<@Nullable RemoteException> answer) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void unsubscribe(String filter, Consumer<@Nullable RemoteException> answer) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void checkActivity() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void disconnect() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void abort() {
            throw new UnsupportedOperationException();
        }
    }
}
