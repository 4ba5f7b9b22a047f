package dev.mqttdq.bridge;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.config.QueueSettings.Sync;
import dev.mqttdq.egress.ConnectorPool;
import dev.mqttdq.ingress.IngressAdapter;
import dev.mqttdq.ingress.LocalSubscription;
import dev.mqttdq.session.EventLoop;
import dev.mqttdq.session.HandOver;
import dev.mqttdq.session.SessionRuntime;
import dev.mqttdq.store.PartitionQueue;
import dev.mqttdq.store.PartitionSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.springframework.integration.channel.DirectChannel;

/**
 * A running bridge: its partitions, the session at the local broker that fills them, and the connectors that empty them.
 * Usable from the constructor's end to {@link #stop}; a changed configuration gets a new one.
 *
 * <p>Order of the end: ingress, then connectors, then stores, so that nothing is acknowledged that a closed store cannot
 * take.
 */
final class Bridge {

    // What one bridge may hold in memory between the socket and the disk.
    private static final long HAND_OVER_BYTES = 16L << 20;
    private static final Duration INFLIGHT_GRACE = Duration.ofSeconds(3);

    private final BridgeSettings settings;
    private final BridgeCounters counters;
    private final EventLoop ingressLoop;
    private final EventLoop egressLoop;
    private final EventLoop keepAliveLoop;
    private final BridgeEnvironment environment;
    private final List<PartitionQueue> partitions;
    private final IngressAdapter ingress;
    private final ConnectorPool connectors;
    private final BridgeFlows.Registered inbound;
    private final BridgeFlows.Registered outbound;

    /**
     * Takes the partitions over, opened, and begins.
     *
     * @param partitions by index
     */
    Bridge(
            BridgeSettings settings,
            List<PartitionQueue> partitions,
            BridgeCounters counters,
            BridgeLatency latency,
            BridgeEnvironment environment,
            BridgeFlows flows) {
        this.settings = settings;
        this.counters = counters;
        this.environment = environment;
        this.partitions = List.copyOf(partitions);
        String name = settings.name();
        ingressLoop = new EventLoop(name + "-ingress", environment.nanoTime());
        egressLoop = new EventLoop(name + "-egress", environment.nanoTime());
        keepAliveLoop = new EventLoop(name + "-keepalive", environment.nanoTime());
        DirectChannel channel = new DirectChannel();
        outbound = flows.outbound(name, channel);
        connectors = new ConnectorPool(
                settings,
                this.partitions,
                runtime(egressLoop),
                channel,
                counters.retries(),
                latency::published,
                environment.node());
        ingress = new IngressAdapter(
                new LocalSubscription(
                        name,
                        environment.local(),
                        settings.filterTopic(),
                        environment.shareGroup(),
                        settings.enqueueTimeout()),
                runtime(ingressLoop),
                new HandOver(HAND_OVER_BYTES),
                new EnqueueCounter(name, counters.queue(), latency::enqueued));
        inbound = flows.inbound(name, ingress, this.partitions);
        connectors.start();
        inbound.start();
    }

    private SessionRuntime runtime(EventLoop loop) {
        return new SessionRuntime(loop, keepAliveLoop, environment.wallClock(), environment.random());
    }

    /** Where a partition of a bridge lies. */
    static Path directory(BridgeSettings settings, int index) {
        return settings.queue().baseDir().resolve(settings.name()).resolve(Integer.toString(index));
    }

    /** How its partitions keep their messages. */
    static PartitionSettings partitionSettings(BridgeSettings settings) {
        return new PartitionSettings(
                settings.queue().segBytes(),
                settings.queue().maxTotalBytes(),
                settings.queue().sync() == Sync.ALWAYS);
    }

    /** Ends the bridge; what is queued stays on disk. Blocks for some seconds at most. */
    void stop() throws InterruptedException {
        inbound.remove();
        ingressLoop.executeAndWait(() -> {}, INFLIGHT_GRACE);
        connectors.stop(INFLIGHT_GRACE);
        partitions.forEach(PartitionQueue::close);
        outbound.remove();
        ingressLoop.close();
        egressLoop.close();
        keepAliveLoop.close();
    }

    BridgeSettings settings() {
        return settings;
    }

    BridgeSnapshot snapshot() {
        return new SnapshotReader(settings, counters, environment)
                .running(
                        ingress.state(),
                        partitions.stream().map(PartitionQueue::snapshot).toList(),
                        connectors.states(),
                        false);
    }

    /** The session at the local broker has been tried, with whatever result. */
    boolean localAttempted() {
        return !ingress.state().isInitial();
    }
}
