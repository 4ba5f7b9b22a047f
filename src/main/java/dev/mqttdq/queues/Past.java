package dev.mqttdq.queues;

import java.util.HashSet;
import java.util.Set;

/**
 * What is known of a message that was offered before and not consumed.
 *
 * @param attempts times it was delivered
 * @param excluded who has rejected it, or could not read it, since it was last due to anyone: each is asked once, then it
 *     waits
 * @param until when it is due to anyone again where nobody else has taken it, on the loop's clock
 */
record Past(int attempts, Set<Consumer> excluded, long until) {

    /** Of a message that was never delivered. */
    static final Past NONE = new Past(0, Set.of(), 0);

    Past {
        excluded = Set.copyOf(excluded);
    }

    /** Of a message whose consumer went away before it answered. */
    static Past abandoned(int attempts) {
        return new Past(attempts, Set.of(), 0);
    }

    /**
     * The same after one more delivery, which ended in a rejection.
     *
     * @param attached the consumers there are; others need not be remembered
     */
    Past rejected(int attempts, Consumer by, Set<Consumer> attached, long until) {
        return new Past(attempts, excludedAnd(by, attached), until);
    }

    /** The same after it was offered to one who cannot read it, which is no delivery. */
    Past tooLargeFor(Consumer consumer, Set<Consumer> attached, long until) {
        Set<Consumer> all = excludedAnd(consumer, attached);
        // Who has rejected it is asked again no later than without this.
        return new Past(attempts, all, excluded.isEmpty() ? until : this.until);
    }

    private Set<Consumer> excludedAnd(Consumer another, Set<Consumer> attached) {
        Set<Consumer> all = new HashSet<>(excluded);
        all.retainAll(attached);
        all.add(another);
        return all;
    }

    /** The same when it is due to anyone again. */
    Past dueToAnyone() {
        return new Past(attempts, Set.of(), 0);
    }
}
