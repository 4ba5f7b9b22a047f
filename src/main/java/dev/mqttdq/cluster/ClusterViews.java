package dev.mqttdq.cluster;

/** Where views over the nodes come from. Any thread may ask. */
@FunctionalInterface
public interface ClusterViews {

    /** The nodes as they are now; waits for the other nodes at most as long as the view's timeout says. */
    ClusterView current();
}
