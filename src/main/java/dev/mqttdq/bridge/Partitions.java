package dev.mqttdq.bridge;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.store.PartitionQueue;
import dev.mqttdq.store.PartitionQueues;
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

/**
 * The open partitions of a bridge: those that new messages go to, and those of earlier generations, which are published
 * first ({@link QueueLayout}). Thread-safe.
 */
final class Partitions {

    private final List<PartitionQueue> present = new ArrayList<>();
    private final Deque<Generation> surplus = new ArrayDeque<>();
    private final Deque<Place> unopened = new ArrayDeque<>();

    /**
     * Lays the directories out; {@link #open} opens them.
     *
     * @throws StorageException where the directory of the bridge cannot be written
     */
    Partitions(BridgeSettings settings, Path directory) {
        QueueLayout layout = new QueueLayout(directory);
        try {
            layout.prepare(settings.bufferPoolSize());
            layout.present(settings.bufferPoolSize()).forEach(path -> unopened.add(new Place(path, present)));
            for (List<Path> paths : layout.surplus()) {
                Generation generation = new Generation(new ArrayList<>(), paths);
                surplus.add(generation);
                paths.forEach(path -> unopened.add(new Place(path, generation.queues)));
            }
        } catch (UncheckedIOException e) {
            throw new StorageException(StorageException.Kind.IO, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Opens all that are not open yet; blocks for a time that grows with the number of segment files.
     *
     * @param countFound whether the counters do not know yet of the messages in them
     * @throws StorageException where one cannot be had; may be called again, and goes on with that one
     */
    synchronized void open(
            BridgeSettings settings, PartitionOpener opener, QueueCounters counters, boolean countFound) {
        Place place;
        while ((place = unopened.peek()) != null) {
            int index = (int) all().count();
            place.queues.add(opener.open(settings, place.directory, index, counters, countFound));
            unopened.remove();
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
            PartitionQueues.delete(directory);
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

    private record Place(Path directory, List<PartitionQueue> queues) {}

    private record Generation(List<PartitionQueue> queues, List<Path> directories) {}
}
