package dev.mqttdq.queues.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class UnsentBytesTest {

    private final UnsentBytes unsent = new UnsentBytes(100);
    private final AtomicInteger woken = new AtomicInteger();
    private final Runnable waiting = woken::incrementAndGet;

    @Test
    void refusesWhatDoesNotFit() {
        assertThat(unsent.take(60, waiting)).isTrue();
        assertThat(unsent.take(41, waiting)).isFalse();
        assertThat(unsent.take(40, waiting)).isTrue();
        assertThat(unsent.used()).isEqualTo(100);
    }

    @Test
    void takesAMessageThatIsLargerThanEverythingAlone() {
        assertThat(unsent.take(1000, waiting)).isTrue();
        assertThat(unsent.take(1, waiting)).isFalse();
    }

    @Test
    void wakesWhoeverWasRefusedOnceThereIsRoom() {
        unsent.take(60, waiting);
        unsent.take(40, waiting);
        unsent.take(1, waiting);
        unsent.take(1, waiting);

        unsent.release(40);
        assertThat(woken).hasValue(0);

        unsent.release(60);
        unsent.take(10, waiting);
        unsent.release(10);
        assertThat(woken).hasValue(1);
    }
}
