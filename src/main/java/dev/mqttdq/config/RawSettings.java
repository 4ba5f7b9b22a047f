package dev.mqttdq.config;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What one source, or several laid over each other, set: raw values by section, item and field. Field names are brought to
 * one spelling here; names of bridges and remotes stay exactly as they are. Used by one thread.
 */
final class RawSettings {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+");
    private static final String SOLE_ITEM = "";

    private final Map<Section, Map<String, Map<String, Object>>> items = new EnumMap<>(Section.class);
    private final Set<String> badNames = new HashSet<>();
    private final Problems problems = new Problems();
    private final Set<Section> sections;

    RawSettings(Set<Section> sections) {
        this.sections = sections;
        for (Section section : Section.values()) {
            items.put(section, new TreeMap<>());
        }
    }

    /** The settings of a whole tree of nested maps. */
    static RawSettings ofTree(Map<String, ?> tree, Set<Section> sections) {
        RawSettings settings = new RawSettings(sections);
        settings.addTree(List.of(), tree);
        return settings;
    }

    private void addTree(List<String> path, Map<?, ?> tree) {
        if (tree.isEmpty()) {
            add(path, "");
        }
        tree.forEach((key, value) -> {
            List<String> below = new ArrayList<>(path);
            below.add(String.valueOf(key));
            if (value instanceof Map<?, ?> map) {
                addTree(below, map);
            } else {
                add(below, value);
            }
        });
    }

    /**
     * Takes one value.
     *
     * @param path from the section downwards
     * @param value null: nothing is set, but the items on the way exist; an empty text stands for an empty map too
     */
    void add(List<String> path, @Nullable Object value) {
        if (path.isEmpty()) {
            return;
        }
        Optional<Section> section = Section.named(path.get(0)).filter(sections::contains);
        if (section.isEmpty()) {
            problems.add(
                    String.join(".", path),
                    NearestKey.advice(
                            path.get(0), sections.stream().map(Section::key).toList()));
        } else if (section.get().isNamed()) {
            addNamed(section.get(), path, value);
        } else {
            addField(section.get(), SOLE_ITEM, path.subList(1, path.size()), value);
        }
    }

    private void addNamed(Section section, List<String> path, @Nullable Object value) {
        if (path.size() == 1) {
            refuseUnlessEmpty(section.key(), value);
            return;
        }
        String name = path.get(1);
        if (!NAME.matcher(name).matches()) {
            if (badNames.add(section.path(name))) {
                problems.add(section.key(), name, "names must consist of letters, digits, '_' and '-'");
            }
        } else {
            addField(section, name, path.subList(2, path.size()), value);
        }
    }

    private void addField(Section section, String item, List<String> path, @Nullable Object value) {
        Map<String, Object> values = values(section, item);
        if (path.isEmpty()) {
            refuseUnlessEmpty(section.path(item), value);
            return;
        }
        String name = String.join(".", path);
        String key = section.path(item) + "." + name;
        Optional<Field<?>> field = section.field(name);
        if (field.isPresent()) {
            if (value != null && values.putIfAbsent(field.get().key(), value) != null) {
                problems.add(
                        section.path(item) + "." + field.get().key(), "is set more than once, here as '" + name + "'");
            }
        } else if (isGroup(section, name)) {
            refuseUnlessEmpty(key, value);
        } else {
            // The value stays out of sight: the key may be that of a password, mistyped.
            problems.add(
                    key,
                    NearestKey.advice(
                            name, section.fields().stream().map(Field::key).toList()));
        }
    }

    private void refuseUnlessEmpty(String key, @Nullable Object value) {
        if (value != null && !"".equals(value)) {
            problems.add(key, "must be a map");
        }
    }

    private static boolean isGroup(Section section, String name) {
        String prefix = Field.uniform(name) + ".";
        return section.fields().stream()
                .anyMatch(field -> Field.uniform(field.key()).startsWith(prefix));
    }

    private Map<String, Object> values(Section section, String item) {
        return items(section).computeIfAbsent(item, name -> new LinkedHashMap<>());
    }

    /** Lays a source of higher precedence over these settings, leaf by leaf; its problems join. */
    void override(RawSettings higher) {
        higher.items.forEach((section, named) ->
                named.forEach((item, values) -> values(section, item).putAll(values)));
        problems.addAll(higher.problems);
    }

    /** The names in a section and the values of each. */
    Map<String, Map<String, Object>> items(Section section) {
        return items.getOrDefault(section, Map.of());
    }

    /** The values of a section without names. */
    Map<String, Object> sole(Section section) {
        return items(section).getOrDefault(SOLE_ITEM, Map.of());
    }

    /** All of it as nested maps, every field in its one spelling. */
    Map<String, Object> toTree() {
        FieldTree tree = new FieldTree();
        items.forEach((section, named) -> named.forEach((item, values) -> {
            FieldTree fields = tree.group(section.key());
            FieldTree target = section.isNamed() ? fields.group(item) : fields;
            values.forEach(target::put);
        }));
        return tree.map();
    }

    Problems problems() {
        return problems;
    }
}
