package dev.mqttdq.queues;

import java.util.HashSet;
import java.util.Set;

/**
 * What is known of a message that was delivered before and not consumed.
 *
 * @param attempts times it was delivered
 * @param rejectedBy who has rejected it since it was last offered to anyone
 * @param until when it is offered to these again, on the loop's clock
 */
record Past(int attempts, Set<Consumer> rejectedBy, long until) {

    /** Of a message that was never delivered. */
    static final Past NONE = new Past(0, Set.of(), 0);

    Past {
        rejectedBy = Set.copyOf(rejectedBy);
    }

    /** Of a message whose consumer went away before it answered. */
    static Past abandoned(int attempts) {
        return new Past(attempts, Set.of(), 0);
    }

    /** The same after one more delivery, which ended in a rejection. */
    Past rejected(int attempts, Consumer by, long now, long intervalNanos) {
        Set<Consumer> all = new HashSet<>(excluded(now));
        all.add(by);
        return new Past(attempts, all, now + intervalNanos);
    }

    /** Who is not to be offered it now. */
    Set<Consumer> excluded(long now) {
        return until - now > 0 ? rejectedBy : Set.of();
    }
}
