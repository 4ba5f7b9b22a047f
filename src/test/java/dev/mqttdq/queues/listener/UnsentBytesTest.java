package dev.mqttdq.queues.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class UnsentBytesTest {

    private static final int LIMIT = 100;

    private final UnsentBytes unsent = new UnsentBytes(LIMIT);
    private final AtomicInteger woken = new AtomicInteger();
    private final Runnable waiting = woken::incrementAndGet;

    @Test
    void refusesWhatDoesNotFit() {
        assertThat(unsent.take(60, false, waiting)).isTrue();
        assertThat(unsent.take(41, false, waiting)).isFalse();
        assertThat(unsent.take(40, false, waiting)).isTrue();
        assertThat(unsent.used()).isEqualTo(100);
    }

    @Test
    void takesAMessageThatIsLargerThanEverythingAlone() {
        assertThat(unsent.take(1000, false, waiting)).isTrue();
        assertThat(unsent.take(1, false, waiting)).isFalse();
    }

    @Test
    void wakesWhoeverWasRefusedOnceThereIsRoom() {
        unsent.take(60, false, waiting);
        unsent.take(40, false, waiting);
        unsent.take(1, false, waiting);
        unsent.take(1, false, waiting);

        unsent.release(40);
        assertThat(woken).hasValue(0);

        unsent.release(60);
        unsent.take(10, false, waiting);
        unsent.release(10);
        assertThat(woken).hasValue(1);
    }

    @Test
    void hasRoomForOneSmallMessageOfEachClientAlways() {
        unsent.take(LIMIT, false, waiting);

        assertThat(unsent.take(UnsentBytes.SMALL, true, waiting)).isTrue();
        assertThat(unsent.take(UnsentBytes.SMALL, true, waiting)).isTrue();
        assertThat(unsent.take(1, false, waiting)).isFalse();
        assertThat(unsent.take(UnsentBytes.SMALL + 1, true, waiting)).isFalse();
    }
}
