package dev.mqttdq.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackOffTest {

    private static final List<Integer> SECONDS = List.of(1, 2, 4, 8, 16, 32, 60, 60, 60);

    @Test
    void doublesToAMinute() {
        BackOff backOff = new BackOff(() -> 0);

        assertThat(SECONDS).allSatisfy(seconds -> assertThat(backOff.next()).isEqualTo(Duration.ofSeconds(seconds)));
    }

    @Test
    void shortensEachByUpToAQuarter() {
        BackOff shortest = new BackOff(() -> -1);
        assertThat(SECONDS)
                .allSatisfy(seconds -> assertThat(shortest.next())
                        .isBetween(Duration.ofMillis(750L * seconds), Duration.ofMillis(751L * seconds)));

        BackOff any = new BackOff(new Random(1));
        assertThat(IntStream.range(0, 100).mapToObj(i -> any.next()).skip(6))
                .allSatisfy(delay -> assertThat(delay).isBetween(Duration.ofSeconds(45), Duration.ofSeconds(60)))
                .doesNotHaveDuplicates();
    }

    @Test
    void beginsAnewAfterAReset() {
        BackOff backOff = new BackOff(() -> 0);
        for (int i = 0; i < 5; i++) {
            backOff.next();
        }

        backOff.reset();

        assertThat(backOff.next()).isEqualTo(Duration.ofSeconds(1));
        assertThat(backOff.next()).isEqualTo(Duration.ofSeconds(2));
    }
}
