package dev.mqttdq.cluster;

/** Whether this instance will still be one of the cluster after its end. Any thread may ask. */
@FunctionalInterface
public interface Membership {

    /** The answer as of now; waits some seconds at most, and never fails: who does not know stays. */
    Outlook outlook();

    /**
     * What becomes of this instance when its process ends.
     *
     * @param leaving whether it goes away for good, while others go on: only then may they have its share
     * @param reason in words
     */
    record Outlook(boolean leaving, String reason) {

        static Outlook leaves(String reason) {
            return new Outlook(true, reason);
        }

        static Outlook stays(String reason) {
            return new Outlook(false, reason);
        }
    }
}
