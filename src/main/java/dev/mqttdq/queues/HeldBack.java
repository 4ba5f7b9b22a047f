package dev.mqttdq.queues;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The messages that wait to be offered again because those who could take them now have rejected them. Only their offsets
 * are kept. Belongs to the queue's loop.
 */
final class HeldBack {

    private final TreeSet<Held> byTime =
            new TreeSet<>(Comparator.comparing(Held::past, HeldBack::earlier).thenComparing(Held::offset));
    /** Those that somebody attached has not rejected and could take. */
    private final Map<Long, Held> forOthers = new LinkedHashMap<>();
    /** How many of {@link #forOthers} each consumer has rejected, so that it need not look for one where there is none. */
    private final Map<Consumer, Integer> notFor = new HashMap<>();

    private record Held(long offset, Past past) {}

    private static int earlier(Past one, Past other) {
        return Long.signum(one.until() - other.until());
    }

    int size() {
        return byTime.size();
    }

    /** @param forOthers whether somebody attached has not rejected it */
    void hold(long offset, Past past, boolean forOthers) {
        Held held = new Held(offset, past);
        byTime.add(held);
        if (forOthers) {
            offerToOthers(held);
        }
    }

    /** A consumer came who has rejected none of them. */
    void consumerCame() {
        byTime.forEach(this::offerToOthers);
    }

    /** Takes out what this consumer has not rejected, those first that have waited longest. */
    List<Long> takeFor(Consumer consumer, int most) {
        if (forOthers.size() == notFor.getOrDefault(consumer, 0)) {
            return List.of();
        }
        List<Held> found = forOthers.values().stream()
                .filter(held -> !held.past().excluded().contains(consumer))
                .limit(most)
                .toList();
        found.forEach(this::remove);
        return found.stream().map(Held::offset).toList();
    }

    /** Takes out what has waited long enough. */
    List<Long> takeDue(long now) {
        List<Long> due = new ArrayList<>();
        while (!byTime.isEmpty() && byTime.first().past().until() - now <= 0) {
            Held first = byTime.first();
            remove(first);
            due.add(first.offset());
        }
        return due;
    }

    /** Until the next has waited long enough; empty where none waits. */
    Optional<Duration> untilNext(long now) {
        return byTime.isEmpty()
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(Math.max(0, byTime.first().past().until() - now)));
    }

    private void offerToOthers(Held held) {
        if (forOthers.put(held.offset(), held) == null) {
            held.past().excluded().forEach(consumer -> notFor.merge(consumer, 1, Integer::sum));
        }
    }

    private void remove(Held held) {
        byTime.remove(held);
        if (forOthers.remove(held.offset()) != null) {
            held.past()
                    .excluded()
                    .forEach(consumer ->
                            notFor.computeIfPresent(consumer, (same, count) -> count == 1 ? null : count - 1));
        }
    }
}
