package dev.mqttdq.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicHashTest {

    /** Worked out outside Java. A version that changes one of them strands queued messages or breaks their order. */
    @ParameterizedTest
    @CsvSource({
        "'', 4, 0",
        "'', 64, 0",
        "a, 1, 0",
        "a, 4, 1",
        "a, 7, 3",
        "a, 64, 25",
        "devices/1, 4, 0",
        "devices/1, 7, 3",
        "devices/1, 64, 32",
        "devices/2, 64, 4",
        "/, 7, 6",
        "/, 64, 42",
        "日本/ü, 4, 2",
        "日本/ü, 7, 2",
        "a/b/c/d, 7, 3",
        "a/b/c/d, 64, 55"
    })
    void isTheSameInEveryVersion(String topic, int partitions, int partition) {
        assertThat(TopicHash.partition(topic, partitions)).isEqualTo(partition);
    }

    @Test
    void spreadsTopicsThatDifferInADigit() {
        assertThat(busiestOfEight(i -> "devices/" + i + "/state")).isLessThan(1500);
        assertThat(busiestOfEight(i -> "sensor-%05d".formatted(i))).isLessThan(1500);
        assertThat(busiestOfEight(i -> Integer.toHexString(8 * i))).isLessThan(1500);
    }

    /** Of 8000 topics, 1000 each would be even. */
    private static int busiestOfEight(IntFunction<String> topic) {
        int[] counts = new int[8];
        for (int i = 0; i < 8000; i++) {
            counts[TopicHash.partition(topic.apply(i), counts.length)]++;
        }
        return IntStream.of(counts).max().orElseThrow();
    }
}
