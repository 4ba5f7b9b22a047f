package dev.mqttdq.queues;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The consumers that have room, who was served the longest ago first. Belongs to the queue's loop. */
final class Rota {

    private final Set<Consumer> withRoom = new LinkedHashSet<>();
    private ConsumerChoice choice;
    private int window;

    /** @param window most messages that a consumer has not answered */
    Rota(ConsumerChoice choice, int window) {
        this.choice = choice;
        this.window = window;
    }

    /** Another rule, for all of them. */
    void reconfigure(ConsumerChoice choice, int window, Collection<Consumer> consumers) {
        this.choice = choice;
        this.window = window;
        consumers.forEach(this::update);
    }

    /** Notes whether it has room; its turn stays. */
    void update(Consumer consumer) {
        if (room(consumer) > 0) {
            withRoom.add(consumer);
        } else {
            withRoom.remove(consumer);
        }
    }

    /** Its next turn comes after those of all others. */
    void served(Consumer consumer) {
        withRoom.remove(consumer);
        update(consumer);
    }

    void remove(Consumer consumer) {
        withRoom.remove(consumer);
    }

    /** Whether anybody but these has room. */
    boolean hasRoom(Set<Consumer> except) {
        return except.isEmpty() ? !withRoom.isEmpty() : withRoom.stream().anyMatch(Predicate.not(except::contains));
    }

    /** Whose turn it is, of all but these; null where none of them has room. */
    @Nullable
    Consumer next(Set<Consumer> except) {
        Collection<Consumer> candidates = except.isEmpty()
                ? withRoom
                : withRoom.stream().filter(Predicate.not(except::contains)).toList();
        return candidates.isEmpty() ? null : choice.among(candidates);
    }

    int room(Consumer consumer) {
        return consumer.room(window);
    }

    /** How many messages all of them may get, counted no further than a limit. */
    int room(int limit) {
        long room = 0;
        for (Consumer consumer : withRoom) {
            room += room(consumer);
            if (room >= limit) {
                return limit;
            }
        }
        return (int) room;
    }
}
