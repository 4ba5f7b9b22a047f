package dev.mqttdq.bridge;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.config.QueueSettings.Sync;
import dev.mqttdq.drain.Remains;
import dev.mqttdq.egress.ConnectorPool;
import dev.mqttdq.ingress.IngressAdapter;
import dev.mqttdq.session.EventLoop;
import dev.mqttdq.session.HandOver;
import dev.mqttdq.session.SessionRuntime;
import dev.mqttdq.store.PartitionSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.integration.channel.DirectChannel;

/**
 * A running bridge: its partitions, the session at the local broker that fills them, and the connectors that empty them.
 * Usable from the constructor's end to {@link #stop}; a configuration that differs in more than what is read for each
 * message gets a new one.
 *
 * <p>Order of the end: ingress, then connectors, then stores, so that nothing is acknowledged that a closed store cannot
 * take.
 */
final class Bridge {

    private static final Logger log = LoggerFactory.getLogger(Bridge.class);
    // What one bridge may hold in memory between the socket and the disk.
    private static final long HAND_OVER_BYTES = 16L << 20;
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(2);
    private static final Duration INFLIGHT_GRACE = Duration.ofSeconds(3);
    private static final Duration SURPLUS_CHECK = Duration.ofMillis(250);

    private final BridgeSettings settings;
    private final BridgeCounters counters;
    private final BridgeEnvironment environment;
    private final Partitions partitions;
    private final EventLoop ingressLoop;
    private final EventLoop egressLoop;
    private final EventLoop keepAliveLoop;
    private final IngressAdapter ingress;
    private final ConnectorPool connectors;
    private final BridgeFlows.Registered inbound;
    private final BridgeFlows.Registered outbound;
    private volatile boolean paused;

    /** Takes the partitions over and begins. */
    Bridge(
            BridgeSettings settings,
            Partitions partitions,
            BridgeCounters counters,
            BridgeEnvironment environment,
            BridgeFlows flows) {
        this.settings = settings;
        this.counters = counters;
        this.environment = environment;
        this.partitions = partitions;
        String name = settings.name();
        ingressLoop = EventLoop.ofBridge(name, "ingress", environment.nanoTime());
        egressLoop = EventLoop.ofBridge(name, "egress", environment.nanoTime());
        keepAliveLoop = EventLoop.ofBridge(name, "keepalive", environment.nanoTime());
        DirectChannel channel = new DirectChannel();
        outbound = flows.outbound(name, channel);
        connectors = new ConnectorPool(
                settings,
                partitions.publishing(),
                runtime(egressLoop),
                channel,
                counters.sending(environment.nodeAmongSeveral()));
        ingress = new IngressAdapter(
                environment.subscription(settings),
                environment.sessions(),
                runtime(ingressLoop),
                new HandOver(HAND_OVER_BYTES),
                new EnqueueCounter(name, counters, environment.nanoTime()));
        ingress.enqueueTimeout(settings.enqueueTimeout());
        inbound = flows.inbound(name, ingress, partitions.present());
    }

    /** Begins to publish and to take messages. */
    void start() {
        connectors.start();
        inbound.start();
        watchSurplus();
    }

    private SessionRuntime runtime(EventLoop loop) {
        return new SessionRuntime(loop, keepAliveLoop, environment.wallClock(), environment.random());
    }

    /** Where the queue of a bridge lies. */
    static Path directory(BridgeSettings settings) {
        return settings.queue().baseDir().resolve(settings.name());
    }

    /** How its partitions keep their messages. */
    static PartitionSettings partitionSettings(BridgeSettings settings) {
        return new PartitionSettings(
                settings.queue().segBytes(),
                settings.queue().maxTotalBytes(),
                settings.queue().sync() == Sync.ALWAYS);
    }

    /** Goes from one generation of partitions to the next when the earlier one is empty. */
    private void watchSurplus() {
        if (!partitions.hasSurplus()) {
            return;
        }
        egressLoop.schedule(SURPLUS_CHECK, () -> {
            if (partitions.isSurplusEmpty()) {
                keepAliveLoop.execute(this::retireSurplus);
            } else {
                watchSurplus();
            }
        });
    }

    private void retireSurplus() {
        try {
            partitions.retireSurplus();
        } catch (IOException e) {
            log.error("{}: cannot delete an emptied partition: {}", settings.name(), e.toString());
        }
        connectors.feedFrom(partitions.publishing());
        watchSurplus();
    }

    /** New settings that differ only in what is read for each message. */
    void reconfigure(BridgeSettings next) {
        connectors.reconfigure(next);
        partitions.reconfigure(partitionSettings(next));
        ingress.enqueueTimeout(next.enqueueTimeout());
    }

    /** Stops sending, or goes on; messages collect on disk meanwhile. */
    void pause(boolean paused) {
        this.paused = paused;
        connectors.pause(paused);
    }

    /** Takes no more than the local broker holds for it, then leaves that; goes on publishing. */
    void leave() {
        ingress.leave();
    }

    /** Takes messages again. */
    void stay() {
        ingress.stay();
    }

    /** What is left of it, where it is to go away. */
    Remains remains(BridgeSettings now) {
        return new RemainsReader(now, ingress.state()).of(snapshot(now), partitions.queued());
    }

    /** Ends the bridge; what is queued stays on disk. Blocks for some seconds at most. */
    void stop() throws InterruptedException {
        try {
            ingress.drain(DRAIN_LIMIT);
            inbound.remove();
            ingressLoop.executeAndWait(() -> {}, INFLIGHT_GRACE);
            connectors.stop(INFLIGHT_GRACE);
        } finally {
            partitions.close();
            ingressLoop.close();
            egressLoop.close();
            keepAliveLoop.close();
            outbound.remove();
        }
    }

    BridgeSnapshot snapshot(BridgeSettings now) {
        return new SnapshotReader(now, counters, environment)
                .running(ingress.state(), partitions.snapshots(), connectors.states(), paused);
    }
}
