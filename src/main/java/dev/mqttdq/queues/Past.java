package dev.mqttdq.queues;

import java.util.HashSet;
import java.util.Set;

/**
 * What is known of a message that was delivered before and not consumed.
 *
 * @param attempts times it was delivered
 * @param rejectedBy who has rejected it since it was last due to anyone: each is asked once, then it waits
 * @param until when it is due to anyone again where nobody else has taken it, on the loop's clock
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

    /**
     * The same after one more delivery, which ended in a rejection.
     *
     * @param attached the consumers there are; others need not be remembered
     */
    Past rejected(int attempts, Consumer by, Set<Consumer> attached, long until) {
        Set<Consumer> all = new HashSet<>(rejectedBy);
        all.retainAll(attached);
        all.add(by);
        return new Past(attempts, all, until);
    }

    /** The same when it is due to anyone again. */
    Past dueToAnyone() {
        return new Past(attempts, Set.of(), 0);
    }
}
