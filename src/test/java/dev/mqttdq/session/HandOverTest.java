package dev.mqttdq.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HandOverTest {

    private final HandOver handOver = new HandOver(100);

    @Test
    void countsWhatIsHeld() throws IOException {
        handOver.take(60);
        handOver.take(39);
        assertThat(handOver.held()).isEqualTo(99);
        new ReadGate(handOver).pass();

        handOver.release(60);
        assertThat(handOver.held()).isEqualTo(39);
    }

    @Test
    void letsAllGatesOfASessionWaitForRoom() throws Exception {
        handOver.take(250);
        Passing one = new Passing(new ReadGate(handOver));
        Passing other = new Passing(new ReadGate(handOver));
        one.awaitWaiting();
        other.awaitWaiting();

        handOver.release(150);
        one.awaitWaiting();
        other.awaitWaiting();
        handOver.release(1);

        assertThat(one.passed()).isTrue();
        assertThat(other.passed()).isTrue();
    }

    @Test
    void endsTheWaitingOfTheGateThatIsLeftAndOfNoOther() throws Exception {
        handOver.take(100);
        ReadGate left = new ReadGate(handOver);
        Passing leaving = new Passing(left);
        Passing staying = new Passing(new ReadGate(handOver));
        leaving.awaitWaiting();
        staying.awaitWaiting();

        left.leave();

        assertThat(leaving.passed()).isFalse();
        staying.awaitWaiting();
        handOver.release(1);
        assertThat(staying.passed()).isTrue();
    }

    @Test
    void refusesAtOnceWhoeverComesToAGateThatWasLeft() throws Exception {
        ReadGate gate = new ReadGate(handOver);
        gate.leave();

        assertThat(new Passing(gate).passed()).isFalse();
    }

    @Test
    void waitsOnAfterAnInterruptAndKeepsTheFlag() throws Exception {
        handOver.take(100);
        Passing passing = new Passing(new ReadGate(handOver));
        passing.awaitWaiting();

        passing.thread.interrupt();
        // The flag is down as soon as the wait has noticed it.
        await().until(() -> !passing.thread.isInterrupted());
        passing.awaitWaiting();
        handOver.release(100);

        assertThat(passing.passed()).isTrue();
        assertThat(passing.interrupted).isTrue();
    }

    /** A thread that goes through a gate. */
    private static final class Passing {

        private final CompletableFuture<Boolean> outcome = new CompletableFuture<>();
        private final Thread thread;
        private volatile boolean interrupted;

        Passing(ReadGate gate) {
            thread = new Thread(() -> {
                try {
                    gate.pass();
                    interrupted = Thread.currentThread().isInterrupted();
                    outcome.complete(true);
                } catch (IOException e) {
                    outcome.complete(false);
                }
            });
            thread.start();
        }

        void awaitWaiting() {
            await().until(() -> thread.getState() == Thread.State.WAITING);
        }

        boolean passed() throws Exception {
            return outcome.get(60, TimeUnit.SECONDS);
        }
    }
}
