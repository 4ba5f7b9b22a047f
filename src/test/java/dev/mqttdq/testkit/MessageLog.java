package dev.mqttdq.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** What arrived, in order; says what is missing, what came twice and what came out of order. Thread-safe. */
public final class MessageLog {

    private final List<Arrival> arrivals = new ArrayList<>();
    private final Map<String, Set<Long>> seen = new HashMap<>();
    private int distinct;

    synchronized void add(Arrival arrival) {
        arrivals.add(arrival);
        if (seen.computeIfAbsent(arrival.topic(), topic -> new LinkedHashSet<>())
                .add(arrival.seq())) {
            distinct++;
        }
    }

    /** Everything, repetitions included. */
    public synchronized List<Arrival> arrivals() {
        return List.copyOf(arrivals);
    }

    /** Everything of one topic, repetitions included. */
    public synchronized List<Arrival> arrivals(String topic) {
        return arrivals.stream()
                .filter(arrival -> arrival.topic().equals(topic))
                .toList();
    }

    /** How many arrived, repetitions included. */
    public synchronized int size() {
        return arrivals.size();
    }

    /** How many different messages (topic and number) arrived. */
    public synchronized int distinct() {
        return distinct;
    }

    /** How many arrivals repeat an earlier one. */
    public synchronized int duplicates() {
        return arrivals.size() - distinct;
    }

    /** The numbers of a topic in the order of their first arrival. */
    public synchronized List<Long> firstArrivals(String topic) {
        return List.copyOf(seen.getOrDefault(topic, Set.of()));
    }

    /**
     * What was sent and did not arrive, by topic; empty when nothing is missing.
     *
     * @param sent numbers by topic, as {@link Publisher#acknowledged} has them
     * @param route from the topic it was sent to, to the topic it arrives at
     */
    public synchronized Map<String, Set<Long>> missing(
            Map<String, ? extends Set<Long>> sent, UnaryOperator<String> route) {
        Map<String, Set<Long>> missing = new TreeMap<>();
        sent.forEach((topic, numbers) -> {
            Set<Long> lost = new TreeSet<>(numbers);
            lost.removeAll(seen.getOrDefault(route.apply(topic), Set.of()));
            if (!lost.isEmpty()) {
                missing.put(topic, lost);
            }
        });
        return missing;
    }

    /** For each topic whose first arrivals do not increase: the first number that came too late. Empty: all in order. */
    public synchronized Map<String, Long> outOfOrder() {
        Map<String, Long> late = new LinkedHashMap<>();
        seen.forEach((topic, numbers) -> {
            long highest = -1;
            for (long number : numbers) {
                if (number < highest) {
                    late.putIfAbsent(topic, number);
                }
                highest = Math.max(highest, number);
            }
        });
        return late;
    }
}
