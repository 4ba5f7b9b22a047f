package dev.mqttdq.queues;

import dev.mqttdq.config.DispatchStrategy;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.random.RandomGenerator;

/** Chooses who gets the next message. */
@FunctionalInterface
interface ConsumerChoice {

    /** One of them. @param candidates at least one; who was served the longest ago comes first */
    Consumer among(Collection<Consumer> candidates);

    /** The choice that a strategy makes. */
    static ConsumerChoice of(DispatchStrategy strategy, RandomGenerator random) {
        return switch (strategy) {
            case RANDOM ->
                candidates -> candidates.stream()
                        .skip(random.nextInt(candidates.size()))
                        .iterator()
                        .next();
            case ROUND_ROBIN -> candidates -> candidates.iterator().next();
            case LEAST_INFLIGHT ->
                candidates -> Collections.min(candidates, Comparator.comparingInt(Consumer::inflight));
        };
    }
}
