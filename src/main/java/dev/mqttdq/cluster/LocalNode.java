package dev.mqttdq.cluster;

import dev.mqttdq.bridge.BridgeSnapshots;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/** This instance, which is also the whole view where there are no peers. Any thread may ask; nothing here waits. */
public final class LocalNode implements ClusterViews {

    private final String name;
    private final String instance = UUID.randomUUID().toString();
    private final BridgeSnapshots snapshots;
    private final InstantSource clock;
    private final Duration timeout;
    private final Instant started;

    /**
     * Uptime counts from here.
     *
     * @param name this instance among several
     * @param timeout what the view says of how long peers are waited for
     */
    public LocalNode(String name, BridgeSnapshots snapshots, InstantSource clock, Duration timeout) {
        this.name = name;
        this.snapshots = snapshots;
        this.clock = clock;
        this.timeout = timeout;
        this.started = clock.instant();
    }

    /** This instance alone. */
    public NodeView view() {
        long uptime = Duration.between(started, clock.instant()).toSeconds();
        return new NodeView(name, instance, uptime, snapshots.bridges());
    }

    @Override
    public ClusterView current() {
        return new ClusterView(List.of(view()), List.of(), timeout);
    }
}
