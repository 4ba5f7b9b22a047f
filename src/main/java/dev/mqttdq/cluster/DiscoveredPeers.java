package dev.mqttdq.cluster;

import dev.mqttdq.config.ServerAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;

/**
 * The instances that Spring Cloud's discovery client knows of. It is asked on a thread of its own, by one question at a
 * time, for it may wait for another machine. Thread-safe.
 */
final class DiscoveredPeers implements AutoCloseable {

    private final Supplier<@Nullable DiscoveryClient> clients;
    private final String service;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "cluster-discovery"));
    private CompletableFuture<List<ServerAddress>> asking = CompletableFuture.completedFuture(List.of());

    /**
     * @param clients gives the client when it is needed; it may fail
     * @param service the name under which all instances are known
     */
    DiscoveredPeers(Supplier<@Nullable DiscoveryClient> clients, String service) {
        this.clients = clients;
        this.service = service;
    }

    String service() {
        return service;
    }

    /** All instances, this one included; fails with a {@link PeerException} where none are known. */
    synchronized CompletableFuture<List<ServerAddress>> addresses() {
        if (asking.isDone()) {
            asking = CompletableFuture.supplyAsync(this::ask, thread);
        }
        return asking.copy();
    }

    private List<ServerAddress> ask() {
        try {
            DiscoveryClient client = clients.get();
            List<ServerAddress> found = client == null
                    ? List.of()
                    : client.getInstances(service).stream()
                            .map(DiscoveredPeers::address)
                            .distinct()
                            .toList();
            if (found.isEmpty()) {
                throw new CompletionException(new PeerException(
                        "the discovery client knows no instance of this service, and mqtt-dq.cluster.peers is empty"));
            }
            return found;
        } catch (CompletionException e) {
            throw e;
        } catch (RuntimeException e) {
            // It is other people's code over a network: whatever it throws is the reason.
            throw new CompletionException(new PeerException("the discovery client failed: " + e.getMessage()));
        }
    }

    private static ServerAddress address(ServiceInstance instance) {
        return new ServerAddress(instance.getHost().replaceAll("[\\[\\]]", ""), instance.getPort());
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
