package dev.mqttdq.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class SettledOffsetsTest {

    @Test
    void neverPassesAnOffsetThatHasNotEnded() {
        SettledOffsets settled = new SettledOffsets(0);

        settled.add(1);
        settled.add(2);
        assertThat(settled.low()).isZero();

        settled.add(0);
        assertThat(settled.low()).isEqualTo(3);
    }

    @Test
    void tellsWhatItDidNotHold() {
        SettledOffsets settled = new SettledOffsets(5);

        assertThat(settled.add(3, 8)).isEqualTo(3);
        assertThat(settled.add(10, 12)).isEqualTo(2);
        assertThat(settled.add(7, 13)).isEqualTo(3);
        assertThat(settled.add(12)).isFalse();
        assertThat(settled.low()).isEqualTo(13);
    }

    @Test
    void findsTheNextThatHasNotEnded() {
        SettledOffsets settled = new SettledOffsets(2);
        settled.add(4, 6);

        assertThat(settled.next(0)).isEqualTo(2);
        assertThat(settled.next(3)).isEqualTo(3);
        assertThat(settled.next(4)).isEqualTo(6);
        assertThat(settled.nextSettled(2)).isEqualTo(4);
        assertThat(settled.nextSettled(6)).isEqualTo(Long.MAX_VALUE);
    }

    @RepeatedTest(20)
    void agreesWithAPlainSet(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        SettledOffsets settled = new SettledOffsets(0);
        TreeSet<Long> model = new TreeSet<>();
        for (int step = 0; step < 200; step++) {
            long from = random.nextInt(300);
            long to = from + 1 + random.nextInt(10);
            long expected = 0;
            for (long offset = from; offset < to; offset++) {
                expected += model.add(offset) ? 1 : 0;
            }

            assertThat(settled.add(from, to)).isEqualTo(expected);
            assertThat(settled.count(50, 250)).isEqualTo(model.subSet(50L, 250L).size());
            assertThat(settled.contains(from + 20)).isEqualTo(model.contains(from + 20));
        }

        assertThat(settled.encode()).hasSize(settled.encodedBytes());
        SettledOffsets copy = SettledOffsets.decode(settled.encode());
        assertThat(copy.low()).isEqualTo(settled.low());
        for (long offset = 0; offset < 320; offset++) {
            assertThat(copy.contains(offset)).isEqualTo(model.contains(offset));
        }
    }

    @Test
    void refusesBytesThatAreTooFew() {
        byte[] encoded = new SettledOffsets(3).encode();

        assertThatThrownBy(() -> SettledOffsets.decode(Arrays.copyOf(encoded, 5)))
                .isInstanceOf(StorageException.class);
    }
}
