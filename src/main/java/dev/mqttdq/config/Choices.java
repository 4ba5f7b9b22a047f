package dev.mqttdq.config;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/** Closed lists of words and what they mean, in the order in which they are shown. */
final class Choices {

    private Choices() {}

    static <T> Map<String, T> map() {
        return new LinkedHashMap<>();
    }

    static <T> Collector<T, ?, Map<String, T>> byLabel(Function<T, String> label) {
        return Collectors.toMap(label, Function.identity(), (a, b) -> a, Choices::map);
    }

    /** {@code a, b or c}. */
    static String sentence(Collection<String> words) {
        List<String> list = List.copyOf(words);
        int last = list.size() - 1;
        return last == 0 ? list.get(0) : String.join(", ", list.subList(0, last)) + " or " + list.get(last);
    }
}
