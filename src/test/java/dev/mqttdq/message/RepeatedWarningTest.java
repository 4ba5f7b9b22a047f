package dev.mqttdq.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RepeatedWarningTest {

    // A monotonic clock may begin anywhere, below zero too.
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1);
    private final RepeatedWarning warning = new RepeatedWarning(clock::get);
    private final List<Long> said = new ArrayList<>();

    @Test
    void speaksAtOnceThenOnceInFiveSecondsWithACount() {
        warning.warn(said::add);
        pass(Duration.ofMillis(4999));
        warning.warn(said::add);
        warning.warn(said::add);
        assertThat(said).containsExactly(0L);

        pass(Duration.ofMillis(1));
        warning.warn(said::add);
        warning.warn(said::add);
        assertThat(said).containsExactly(0L, 2L);

        pass(Duration.ofSeconds(5));
        warning.warn(said::add);
        assertThat(said).containsExactly(0L, 2L, 1L);
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }
}
