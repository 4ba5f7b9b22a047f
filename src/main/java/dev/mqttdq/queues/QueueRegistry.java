package dev.mqttdq.queues;

import dev.mqttdq.config.MessageQueueSettings;
import dev.mqttdq.config.MessageQueuesSettings;
import dev.mqttdq.config.MessageQueuesSettings.Options;
import dev.mqttdq.config.MessageQueuesSettings.Switch;
import dev.mqttdq.queues.QueueRefusedException.Kind;
import dev.mqttdq.store.StorageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which queues there are to be, and under which id: those made on request and those that the configuration declares. A
 * change on request is on disk when its method returns, or did not happen. A queue keeps its id, and with it its messages,
 * for as long as it exists, whoever asks for it.
 *
 * <p>A declared queue that the configuration does not name any more stays as one that was made on request: nobody deletes
 * messages by leaving out a line. A queue that was made on request and is declared later becomes a declared one. Where the
 * configuration wants another filter or last-value flag than the queue of that name has, the queue stays as it is, and
 * {@link #problems} says so.
 *
 * <p>Options set on request win over configured ones until they are the same again.
 *
 * <p>A damaged file never keeps a service from starting: it is kept aside, what can be read of it holds, and
 * {@link #problems} says so. The directories of queues that got lost with it are nobody's then; they must not be deleted.
 *
 * <p>Used by one thread.
 */
public final class QueueRegistry {

    private static final Logger log = LoggerFactory.getLogger(QueueRegistry.class);

    private final RegistryFile file;
    private final Supplier<String> ids;
    private final @Nullable String damage;
    private SortedMap<String, QueueDefinition> queues = new TreeMap<>();
    private List<String> conflicts = List.of();
    private MessageQueuesSettings configured;
    private @Nullable Options ownOptions;
    private Set<String> idsOnDisk = Set.of();
    /** Why the file is behind; null where it is not. */
    private @Nullable String unsaved;

    private QueueRegistry(Path directory, MessageQueuesSettings configured, Supplier<String> ids) {
        this.file = new RegistryFile(directory.resolve("registry.json"));
        this.ids = ids;
        this.configured = configured;
        RegistryFile.Content stored = file.read(configured.options());
        this.ownOptions = stored.options();
        this.damage = stored.damage();
        stored.queues().forEach(queue -> queues.put(queue.name(), queue));
        if (damage != null) {
            log.error("{}", damage);
            unsaved = "it was damaged and is not written anew yet";
        } else {
            idsOnDisk = ids(queues);
        }
        configured(configured);
    }

    /**
     * The registry in a directory, with what the configuration declares.
     *
     * @param directory made as soon as there is something to store
     * @throws StorageException if there is a registry and it cannot be read because the disk fails
     */
    public static QueueRegistry open(Path directory, MessageQueuesSettings configured) {
        return open(directory, configured, QueueRegistry::randomId);
    }

    static QueueRegistry open(Path directory, MessageQueuesSettings configured, Supplier<String> ids) {
        return new QueueRegistry(directory, configured, ids);
    }

    /** Fit for a directory and the client id of an old broker. */
    private static String randomId() {
        return UUID.randomUUID().toString().replace("-", "").substring(0, 16);
    }

    /** Every queue, by name. */
    public List<QueueDefinition> all() {
        return List.copyOf(queues.values());
    }

    /** One queue. */
    public Optional<QueueDefinition> find(String name) {
        return Optional.ofNullable(queues.get(name));
    }

    /**
     * What an operator should know: a registry that is damaged or cannot be written, and declared queues that are not what
     * they should be.
     */
    public List<String> problems() {
        List<String> problems = new ArrayList<>(conflicts);
        if (unsaved != null) {
            problems.add(0, "The registry of queues is not up to date on disk: " + unsaved);
        }
        if (damage != null) {
            problems.add(0, damage);
        }
        return List.copyOf(problems);
    }

    /**
     * Adds a queue.
     *
     * @throws QueueRefusedException if the name is taken, there are enough queues, or queues are switched off
     * @throws StorageException if the disk fails
     */
    public QueueDefinition create(MessageQueueSettings settings) {
        if (options().enable() == Switch.OFF) {
            throw new QueueRefusedException(Kind.NOT_ENABLED, "Not enabled");
        }
        if (queues.containsKey(settings.name())) {
            throw new QueueRefusedException(Kind.ALREADY_EXISTS, "Message queue already exists");
        }
        if (queues.size() >= options().maxQueueCount()) {
            throw new QueueRefusedException(
                    Kind.MAX_QUEUE_COUNT_REACHED,
                    "There are %d message queues, and max_queue_count is %d"
                            .formatted(queues.size(), options().maxQueueCount()));
        }
        QueueDefinition created = new QueueDefinition(settings, ids.get(), false);
        save(with(created), ownOptions);
        log.info(
                "queue {}: created for {}",
                created.name(),
                settings.topicFilter().value());
        return created;
    }

    /**
     * Gives a queue other settings.
     *
     * @throws QueueRefusedException if there is none, the configuration declares it, or filter or last-value flag differ
     * @throws StorageException if the disk fails
     */
    public QueueDefinition update(MessageQueueSettings settings) {
        QueueDefinition present = changeable(settings.name(), "change");
        if (settings.lastValue() != present.settings().lastValue()) {
            throw new QueueRefusedException(Kind.BAD_REQUEST, "LastValue flag is not allowed to be updated");
        }
        if (!settings.topicFilter().equals(present.settings().topicFilter())) {
            throw new QueueRefusedException(Kind.BAD_REQUEST, "Topic filter is not allowed to be updated");
        }
        QueueDefinition updated = new QueueDefinition(settings, present.id(), false);
        if (!updated.equals(present)) {
            save(with(updated), ownOptions);
            log.info("queue {}: changed", updated.name());
        }
        return updated;
    }

    /**
     * Removes a queue; its name is free then.
     *
     * @throws QueueRefusedException if there is none, or the configuration declares it
     * @throws StorageException if the disk fails
     */
    public QueueDefinition delete(String name) {
        QueueDefinition deleted = changeable(name, "remove");
        SortedMap<String, QueueDefinition> left = new TreeMap<>(queues);
        left.remove(name);
        save(left, ownOptions);
        log.warn("queue {}: deleted", name);
        return deleted;
    }

    /** The options in force. */
    public Options options() {
        Options own = ownOptions;
        return own == null ? configured.options() : own;
    }

    /**
     * Sets the options.
     *
     * @throws QueueRefusedException if they switch queues off while there are some
     * @throws StorageException if the disk fails
     */
    public void options(Options options) {
        if (options.enable() == Switch.OFF && !queues.isEmpty()) {
            throw new QueueRefusedException(
                    Kind.BAD_REQUEST, "enable: must not be false while there are message queues; delete them first");
        }
        Options own = options.equals(configured.options()) ? null : options;
        save(queues, own);
        log.info(
                "options of queues set to {}, {}",
                options,
                own == null ? "as the configuration has them" : "which wins over the configuration");
    }

    /**
     * Queues that a new configuration added or changed; none is ever removed by it.
     *
     * @param added by name
     * @param changed by name; the new definitions
     */
    public record Changes(List<QueueDefinition> added, List<QueueDefinition> changed) {

        public Changes {
            added = List.copyOf(added);
            changed = List.copyOf(changed);
        }
    }

    /**
     * Follows a new configuration. Where the disk fails the changes hold all the same, and are stored by {@link #store} or
     * with the next change.
     */
    public Changes configured(MessageQueuesSettings settings) {
        configured = settings;
        Declarations declarations = Declarations.of(settings.declared(), queues, ids);
        conflicts = declarations.conflicts();
        conflicts.forEach(conflict -> log.error("{}", conflict));
        declarations.released().forEach(QueueRegistry::logReleased);
        saveConfigured(declarations.changes());
        return declarations.changes();
    }

    private static void logReleased(QueueDefinition queue) {
        log.warn(
                "queue {}: no longer declared by the configuration; it stays and goes on collecting {} until somebody"
                        + " deletes it",
                queue.name(),
                queue.settings().topicFilter().value());
    }

    private void saveConfigured(Changes changes) {
        SortedMap<String, QueueDefinition> next = new TreeMap<>(queues);
        changes.added().forEach(queue -> next.put(queue.name(), queue));
        changes.changed().forEach(queue -> next.put(queue.name(), queue));
        Options own = configured.options().equals(ownOptions) ? null : ownOptions;
        if (own != null) {
            log.warn("options of queues set by REST win over the configuration: {}", own);
        }
        if (unsaved == null && next.equals(queues) && Objects.equals(own, ownOptions)) {
            return;
        }
        try {
            save(next, own);
        } catch (StorageException e) {
            log.error("the registry of queues is not up to date on disk: {}", e.getMessage());
            queues = next;
            ownOptions = own;
            unsaved = e.getMessage();
        }
    }

    /** Tries again to store what the disk did not take; false where it does not take it now. */
    public boolean store() {
        if (unsaved == null) {
            return true;
        }
        try {
            save(queues, ownOptions);
            log.info("the registry of queues is up to date on disk again");
            return true;
        } catch (StorageException e) {
            unsaved = e.getMessage();
            return false;
        }
    }

    /**
     * Whether a queue will be known under this id after a restart. One that is not must not take messages: nobody would find
     * them then.
     */
    public boolean isOnDisk(QueueDefinition queue) {
        return idsOnDisk.contains(queue.id());
    }

    private static Set<String> ids(SortedMap<String, QueueDefinition> queues) {
        return queues.values().stream().map(QueueDefinition::id).collect(Collectors.toUnmodifiableSet());
    }

    private QueueDefinition changeable(String name, String verb) {
        QueueDefinition queue = queues.get(name);
        if (queue == null) {
            throw new QueueRefusedException(Kind.NOT_FOUND, "Message queue not found");
        }
        if (queue.declared()) {
            throw new QueueRefusedException(
                    Kind.BAD_REQUEST,
                    "The configuration declares this message queue: %s queues.declare.%s there".formatted(verb, name));
        }
        return queue;
    }

    private SortedMap<String, QueueDefinition> with(QueueDefinition queue) {
        SortedMap<String, QueueDefinition> next = new TreeMap<>(queues);
        next.put(queue.name(), queue);
        return next;
    }

    /** Disk first: what cannot be stored does not happen. */
    private void save(SortedMap<String, QueueDefinition> next, @Nullable Options options) {
        file.write(next.values(), options);
        queues = next;
        ownOptions = options;
        idsOnDisk = ids(next);
        unsaved = null;
    }
}
