package dev.mqttdq.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Gathers raw values of one item, bringing the names of its fields to one spelling. Used by one thread. */
final class RawFields {

    private final String path;
    private final List<Field<?>> fields;
    private final List<String> below;
    private final Map<String, Object> values;
    private final Problems problems;

    /**
     * @param path where the item stands; empty at the top
     * @param below names of what stands below the item without being its field
     * @param values where the values go, by {@link Field#key}
     */
    RawFields(String path, List<Field<?>> fields, List<String> below, Map<String, Object> values, Problems problems) {
        this.path = path;
        this.fields = fields;
        this.below = below;
        this.values = values;
        this.problems = problems;
    }

    /** Takes a tree of nested maps. */
    void addTree(Map<?, ?> tree) {
        addTree("", tree);
    }

    private void addTree(String prefix, Map<?, ?> tree) {
        tree.forEach((key, value) -> {
            String name = prefix + key;
            if (value instanceof Map<?, ?> map && field(name).isEmpty()) {
                add(List.of(name), "");
                addTree(name + ".", map);
            } else {
                add(List.of(name), value);
            }
        });
    }

    /**
     * Takes one value.
     *
     * @param name in elements; none for the item itself
     * @param value null: nothing is set; an empty text stands for an empty map too
     */
    void add(List<String> name, @Nullable Object value) {
        String joined = String.join(".", name);
        Optional<Field<?>> field = field(joined);
        boolean isEmptyMap = joined.isEmpty() && "".equals(value);
        if (field.isPresent() && !isEmptyMap) {
            String key = field.get().key();
            if (value != null && values.putIfAbsent(key, value) != null) {
                problems.add(field.get().at(path), "is set more than once, here as '" + joined + "'");
            }
        } else if (joined.isEmpty() || isGroup(joined)) {
            if (value != null && !"".equals(value)) {
                problems.add(joined.isEmpty() ? path : at(joined), "must be a map");
            }
        } else {
            // The value stays out of sight: the key may be that of a password, mistyped.
            problems.add(at(joined), NearestKey.advice(joined, known()));
        }
    }

    private String at(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private List<String> known() {
        return Stream.concat(fields.stream().map(Field::key), below.stream())
                .filter(key -> !key.isEmpty())
                .toList();
    }

    private Optional<Field<?>> field(String name) {
        return fields.stream().filter(field -> field.isNamed(name)).findFirst();
    }

    private boolean isGroup(String name) {
        String prefix = Field.uniform(name) + ".";
        return known().stream().anyMatch(key -> Field.uniform(key).startsWith(prefix));
    }
}
