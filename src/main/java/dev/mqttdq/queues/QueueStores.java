package dev.mqttdq.queues;

import dev.mqttdq.store.PartitionId;
import dev.mqttdq.store.PartitionQueues;
import dev.mqttdq.store.QueueCounters;
import dev.mqttdq.store.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/**
 * Where the queues keep their messages.
 *
 * <pre>
 * &lt;data-dir&gt;/message_queues/
 *   &lt;id&gt;/           a queue's partition
 *   &lt;id&gt;.deleted    the queue is being deleted: its directory must go, also after a crash
 * </pre>
 *
 * Named by the id and not by the queue, so that a queue made anew inherits nothing. Every method throws
 * {@link StorageException} where the disk does not do what it is asked.
 */
final class QueueStores {

    private static final String DELETED = ".deleted";

    private final Path directory;
    private final PartitionQueues partitions;

    QueueStores(Path directory, PartitionQueues partitions) {
        this.directory = directory;
        this.partitions = partitions;
    }

    /**
     * Begins to open a queue's messages; tells on their own thread when that is done. Fails where another process has them.
     *
     * @param countFound whether the counters do not know yet of the messages in it
     */
    CompletableFuture<OpenStore> open(QueueDefinition definition, QueueCounters counters, boolean countFound) {
        return partitions
                .begin(
                        directory(definition.id()),
                        new PartitionId("$queue/" + definition.name(), 0),
                        MessageQueue.partitionSettings(definition.settings()),
                        counters,
                        countFound)
                .thenApply(queue -> new OpenStore(queue, counters));
    }

    /** Where a queue's messages lie. */
    Path directory(String id) {
        return directory.resolve(id);
    }

    /** Notes that a queue is going to be deleted. */
    void condemn(String id) {
        try {
            Files.createDirectories(directory);
            Path mark = mark(id);
            if (Files.notExists(mark)) {
                Files.createFile(mark);
            }
        } catch (IOException e) {
            throw failure("cannot write " + mark(id), e);
        }
    }

    /** The queue is not deleted after all. */
    void pardon(String id) {
        try {
            Files.deleteIfExists(mark(id));
        } catch (IOException e) {
            throw failure("cannot delete " + mark(id), e);
        }
    }

    /** Ids of queues whose deletion has begun. */
    List<String> condemned() {
        if (Files.notExists(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(DELETED))
                    .map(name -> name.substring(0, name.length() - DELETED.length()))
                    .toList();
        } catch (IOException e) {
            throw failure("cannot read " + directory, e);
        }
    }

    /** Deletes a closed queue's messages, then the note. */
    void delete(String id) {
        try {
            FileSystemUtils.deleteRecursively(directory.resolve(id));
        } catch (IOException e) {
            throw failure("cannot delete " + directory.resolve(id), e);
        }
        pardon(id);
    }

    private static StorageException failure(String what, IOException cause) {
        return new StorageException(StorageException.Kind.IO, what + ": " + cause.getMessage(), cause);
    }

    private Path mark(String id) {
        return directory.resolve(id + DELETED);
    }
}
