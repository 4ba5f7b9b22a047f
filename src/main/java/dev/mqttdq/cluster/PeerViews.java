package dev.mqttdq.cluster;

import dev.mqttdq.config.ClusterSettings;
import dev.mqttdq.config.ServerAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * This instance and all its peers, asked at the same moment. Whoever asks while a round is under way shares it, so that
 * many callers make no more work than one. Each round ends within {@link ClusterSettings#timeout}, whatever the peers do.
 */
final class PeerViews implements ClusterViews {

    private final LocalNode self;
    private final Supplier<ClusterSettings> settings;
    private final DiscoveredPeers discovered;
    private final PeerClient client;
    private final LongSupplier nanoTime;
    private final RollCall rollCall = new RollCall();
    private @Nullable CompletableFuture<ClusterView> round;

    /** @param settings those in force */
    PeerViews(
            LocalNode self,
            Supplier<ClusterSettings> settings,
            DiscoveredPeers discovered,
            PeerClient client,
            LongSupplier nanoTime) {
        this.self = self;
        this.settings = settings;
        this.discovered = discovered;
        this.client = client;
        this.nanoTime = nanoTime;
    }

    @Override
    public ClusterView current() {
        ClusterSettings cluster = settings.get();
        return cluster.enabled()
                ? roundUnderWay(cluster).join()
                : new ClusterView(List.of(self.view()), List.of(), cluster.timeout());
    }

    private synchronized CompletableFuture<ClusterView> roundUnderWay(ClusterSettings cluster) {
        CompletableFuture<ClusterView> underWay = round;
        if (underWay == null || underWay.isDone()) {
            underWay = begin(cluster);
            round = underWay;
        }
        return underWay;
    }

    private CompletableFuture<ClusterView> begin(ClusterSettings cluster) {
        Duration timeout = cluster.timeout();
        // A little less, so that this one's own answer is there in time.
        Duration patience = timeout.minus(timeout.dividedBy(20));
        if (!cluster.peers().isEmpty()) {
            return ask(cluster.peers(), patience, timeout);
        }
        long begun = nanoTime.getAsLong();
        return discovered
                .addresses()
                .orTimeout(patience.toNanos(), TimeUnit.NANOSECONDS)
                .thenCompose(found -> ask(found, patience.minusNanos(nanoTime.getAsLong() - begun), timeout))
                .exceptionally(failure -> new ClusterView(
                        List.of(self.view()),
                        List.of(new FailedNode(discovered.service(), PeerFailures.words(failure, patience))),
                        timeout));
    }

    private CompletableFuture<ClusterView> ask(List<ServerAddress> peers, Duration limit, Duration timeout) {
        List<CompletableFuture<PeerAnswer>> asked =
                peers.stream().distinct().map(peer -> client.ask(peer, limit)).toList();
        return CompletableFuture.allOf(asked.toArray(CompletableFuture<?>[]::new))
                .thenApply(all -> rollCall.of(
                        self.view(), asked.stream().map(CompletableFuture::join).toList(), timeout));
    }
}
