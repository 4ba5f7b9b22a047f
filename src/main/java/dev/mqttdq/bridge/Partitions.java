package dev.mqttdq.bridge;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.store.PartitionQueue;
import dev.mqttdq.store.PartitionSettings;
import dev.mqttdq.store.PartitionSnapshot;
import dev.mqttdq.store.QueueCounters;
import dev.mqttdq.store.StorageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/**
 * The open partitions of a bridge: those that new messages go to, and those of earlier generations, which are published
 * first ({@link QueueLayout}). Thread-safe.
 */
final class Partitions {

    private final List<PartitionQueue> present = new ArrayList<>();
    private final Deque<Generation> surplus = new ArrayDeque<>();

    private Partitions() {}

    /**
     * Opens all there are; blocks for a time that grows with the number of segment files.
     *
     * @throws StorageException where one cannot be had; none is open then
     */
    static Partitions open(BridgeSettings settings, Path directory, PartitionOpener opener, QueueCounters counters) {
        QueueLayout layout = new QueueLayout(directory);
        Partitions partitions = new Partitions();
        try {
            layout.prepare(settings.bufferPoolSize());
            int index = 0;
            for (Path path : layout.present(settings.bufferPoolSize())) {
                partitions.present.add(opener.open(settings, path, index++, counters));
            }
            for (List<Path> paths : layout.surplus()) {
                Generation generation = new Generation(new ArrayList<>(), paths);
                partitions.surplus.add(generation);
                for (Path path : paths) {
                    generation.queues.add(opener.open(settings, path, index++, counters));
                }
            }
            return partitions;
        } catch (StorageException e) {
            partitions.close();
            throw e;
        } catch (UncheckedIOException e) {
            partitions.close();
            throw new StorageException(StorageException.Kind.IO, String.valueOf(e.getMessage()), e);
        }
    }

    /** Those that new messages go to, by index. */
    List<PartitionQueue> present() {
        return List.copyOf(present);
    }

    /** Those to publish now. */
    synchronized List<PartitionQueue> publishing() {
        Generation first = surplus.peek();
        return first == null ? present() : List.copyOf(first.queues);
    }

    /** Whether earlier generations are left. */
    synchronized boolean hasSurplus() {
        return !surplus.isEmpty();
    }

    /** Whether the generation to publish now is an earlier one and empty. */
    synchronized boolean isSurplusEmpty() {
        Generation first = surplus.peek();
        return first != null
                && first.queues.stream().map(PartitionQueue::snapshot).allMatch(Partitions::isEmpty);
    }

    private static boolean isEmpty(PartitionSnapshot snapshot) {
        return snapshot.buffered() == 0 && snapshot.handedOut() == 0 && !snapshot.broken();
    }

    /** Closes and deletes the empty generation; blocks. */
    synchronized void retireSurplus() throws IOException {
        Generation first = surplus.remove();
        first.queues.forEach(PartitionQueue::close);
        for (Path directory : first.directories) {
            FileSystemUtils.deleteRecursively(directory);
        }
    }

    /** The present generation, then the earlier ones. */
    synchronized List<List<PartitionSnapshot>> snapshots() {
        return Stream.concat(Stream.of(present), surplus.stream().map(Generation::queues))
                .map(queues -> queues.stream().map(PartitionQueue::snapshot).toList())
                .toList();
    }

    /** Messages without an end. */
    long queued() {
        return snapshots().stream()
                .flatMap(List::stream)
                .mapToLong(partition -> partition.buffered() + partition.handedOut())
                .sum();
    }

    synchronized void reconfigure(PartitionSettings settings) {
        all().forEach(queue -> queue.reconfigure(settings));
    }

    /** Closes all; blocks. */
    synchronized void close() {
        all().forEach(PartitionQueue::close);
    }

    private Stream<PartitionQueue> all() {
        return Stream.concat(present.stream(), surplus.stream().flatMap(generation -> generation.queues.stream()));
    }

    private record Generation(List<PartitionQueue> queues, List<Path> directories) {}
}
