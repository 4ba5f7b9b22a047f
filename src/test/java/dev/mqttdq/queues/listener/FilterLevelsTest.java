package dev.mqttdq.queues.listener;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterLevelsTest {

    @ParameterizedTest(name = "{0} covers {1}")
    @CsvSource({
        "$queue/orders, $queue/orders",
        "$queue/+, $queue/orders",
        "$queue/#, $queue/orders",
        "$queue/#, $queue/orders/a/#",
        "$queue/orders/#, $queue/orders",
        "$queue/orders/+/b, $queue/orders/+/b",
        "$queue/orders/+/b, $queue/orders/a/b",
        "+/b, a/b",
        "#, #",
        "#, a/+",
        "a/#, a/+/c",
        "+/+, a/+",
        "$q/#, $q/t",
        "/+, /",
    })
    void covers(String rule, String asked) {
        assertThat(new FilterLevels(rule).covers(new FilterLevels(asked))).isTrue();
        assertThat(new FilterLevels(rule).overlaps(new FilterLevels(asked))).isTrue();
    }

    @ParameterizedTest(name = "{0} does not cover {1}")
    @CsvSource({
        "$queue/orders, $queue/order",
        "$queue/orders, $queue/orders/a",
        "$queue/+, $queue/a/#",
        "$queue/+, $queue/a/b",
        "$queue/+/a, $queue/orders/+",
        "$queue/+/+, $queue/orders/#",
        "#, $queue/orders",
        "+/orders, $queue/orders",
        "+/#, $queue/orders",
        "t/#, $queue/orders/t/#",
        "$queue/#, $q/orders",
        "a/+, a/#",
        "a/+, #",
        "a, a/#",
        "a/b, a/+",
        "+, #",
    })
    void doesNotCover(String rule, String asked) {
        assertThat(new FilterLevels(rule).covers(new FilterLevels(asked))).isFalse();
    }

    @ParameterizedTest(name = "{0} overlaps {1}")
    @CsvSource({
        "a/b, a/+",
        "a/+, +/b",
        "a/b/c, a/#",
        "a, a/#",
        "a/#, a",
        "secret/#, #",
        "secret/#, +/x",
        "$queue/orders/private, $queue/orders/#",
    })
    void overlaps(String rule, String asked) {
        assertThat(new FilterLevels(rule).overlaps(new FilterLevels(asked))).isTrue();
    }

    @ParameterizedTest(name = "{0} does not overlap {1}")
    @CsvSource({
        "a/b, a/c",
        "a/b, a",
        "a/+/c, a/b",
        "#, $queue/orders",
        "$queue/orders, +/orders",
        "$SYS/#, #",
        "a/#, b/#",
    })
    void doesNotOverlap(String rule, String asked) {
        assertThat(new FilterLevels(rule).overlaps(new FilterLevels(asked))).isFalse();
    }
}
