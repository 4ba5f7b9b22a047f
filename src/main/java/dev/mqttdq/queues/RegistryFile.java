package dev.mqttdq.queues;

import dev.mqttdq.config.EffectiveQueues;
import dev.mqttdq.config.InvalidConfigurationException;
import dev.mqttdq.config.MessageQueueOptionsReader;
import dev.mqttdq.config.MessageQueueReader;
import dev.mqttdq.config.MessageQueuesSettings.Options;
import dev.mqttdq.config.VersionedFile;
import dev.mqttdq.store.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The stored half of the {@link QueueRegistry}: one JSON file, always replaced as a whole, its last versions beside it.
 *
 * <pre>
 * {
 *   "version": 1,
 *   "options": {…},                    as PUT /queues/config takes them; only where they were set there
 *   "queues": [
 *     {"id": "…", "declared": false, "name": "…", "topic_filter": "…", …}   as POST /queues takes them
 *   ]
 * }
 * </pre>
 */
final class RegistryFile {

    private static final int VERSION = 1;
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Path path;
    private final VersionedFile file;

    RegistryFile(Path path) {
        this.path = path;
        this.file = new VersionedFile(path);
    }

    /**
     * What the file holds.
     *
     * @param damage what of it could not be read, and where the whole file was put; null where it is sound
     */
    record Content(
            List<QueueDefinition> queues,
            @Nullable Options options,
            @Nullable String damage) {

        Content {
            queues = List.copyOf(queues);
        }
    }

    /**
     * Reads what can be read; a file with any damage is moved aside first, so that nothing of it is overwritten.
     *
     * @param configured what stored options are based on
     * @throws StorageException if the disk fails
     */
    Content read(Options configured) {
        if (!Files.exists(path)) {
            return new Content(List.of(), null, null);
        }
        try {
            List<String> damages = new ArrayList<>();
            Map<?, ?> tree = parse(Files.readAllBytes(path), damages);
            List<QueueDefinition> queues = queues(tree.get("queues"), damages);
            Options options = options(configured, tree.get("options"), damages);
            return new Content(queues, options, damages.isEmpty() ? null : moveAside(damages));
        } catch (IOException e) {
            throw new StorageException(StorageException.Kind.IO, path + " cannot be read", e);
        }
    }

    private static Map<?, ?> parse(byte[] bytes, List<String> damages) {
        try {
            if (JSON.readValue(bytes, Object.class) instanceof Map<?, ?> map
                    && Integer.valueOf(VERSION).equals(map.get("version"))) {
                return map;
            }
            damages.add("it is not of version " + VERSION);
        } catch (JacksonException e) {
            damages.add("it is no JSON: " + e.getOriginalMessage());
        }
        return Map.of();
    }

    private static List<QueueDefinition> queues(@Nullable Object stored, List<String> damages) {
        List<QueueDefinition> queues = new ArrayList<>();
        if (stored instanceof List<?> list) {
            list.forEach(one -> queue(one, damages).ifPresent(queues::add));
        } else if (damages.isEmpty()) {
            damages.add("it has no list of queues");
        }
        return queues;
    }

    private static Optional<QueueDefinition> queue(Object stored, List<String> damages) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (stored instanceof Map<?, ?> map) {
            map.forEach((key, value) -> fields.put(String.valueOf(key), value));
        }
        if (!(fields.remove("id") instanceof String id) || id.isEmpty()) {
            damages.add("a queue has no id");
            return Optional.empty();
        }
        boolean declared = Boolean.TRUE.equals(fields.get("declared"));
        try {
            return Optional.of(new QueueDefinition(MessageQueueReader.stored(fields), id, declared));
        } catch (InvalidConfigurationException e) {
            damages.add("queue " + fields.get("name") + " (" + id + "): " + e.problems());
            return Optional.empty();
        }
    }

    private static @Nullable Options options(Options configured, @Nullable Object stored, List<String> damages) {
        if (!(stored instanceof Map<?, ?> map)) {
            return null;
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        map.forEach((key, value) -> fields.put(String.valueOf(key), value));
        try {
            return MessageQueueOptionsReader.read(configured, fields);
        } catch (InvalidConfigurationException e) {
            damages.add("options: " + e.problems());
            return null;
        }
    }

    private String moveAside(List<String> damages) throws IOException {
        Path aside = IntStream.iterate(1, number -> number + 1)
                .mapToObj(number -> path.resolveSibling(path.getFileName() + "." + number + ".damaged"))
                .filter(candidate -> !Files.exists(candidate))
                .findFirst()
                .orElseThrow();
        Files.move(path, aside);
        return "The registry of queues was damaged and is kept as " + aside + ": " + String.join("; ", damages);
    }

    /**
     * Replaces the content; it is on disk when this returns.
     *
     * @throws StorageException if the disk fails; the old content stands
     */
    void write(Collection<QueueDefinition> queues, @Nullable Options options) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("version", VERSION);
        if (options != null) {
            tree.put("options", EffectiveQueues.of(options));
        }
        tree.put("queues", queues.stream().map(RegistryFile::stored).toList());
        try {
            Files.createDirectories(path.toAbsolutePath().getParent());
            file.replace(JSON.writeValueAsString(tree) + "\n");
        } catch (IOException e) {
            throw new StorageException(StorageException.Kind.IO, path + " cannot be written: " + e.getMessage(), e);
        }
    }

    private static Map<String, Object> stored(QueueDefinition queue) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", queue.id());
        fields.put("declared", queue.declared());
        fields.putAll(EffectiveQueues.of(queue.settings()));
        return fields;
    }
}
