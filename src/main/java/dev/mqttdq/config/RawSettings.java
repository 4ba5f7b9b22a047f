package dev.mqttdq.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one source, or several laid over each other, set: raw values by section, item and field. Field names are brought to
 * one spelling here; names of bridges and remotes stay exactly as they are. Used by one thread.
 */
final class RawSettings {

    private static final String SOLE_ITEM = "";

    /** The field that stands for its item as a whole. */
    private static final String WHOLE_ITEM = "";

    private static final Comparator<String> BY_POSITION =
            Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

    private final Map<Section, Map<String, Map<String, Object>>> items = new EnumMap<>(Section.class);
    private final Set<String> badNames = new HashSet<>();
    private final Problems problems = new Problems();
    private final Set<Section> sections;

    RawSettings(Set<Section> sections) {
        this.sections = sections;
        for (Section section : Section.values()) {
            items.put(section, section.isList() ? new TreeMap<>(BY_POSITION) : new TreeMap<>());
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
        tree.forEach((key, value) -> addTree(path, String.valueOf(key), value));
    }

    private void addTree(List<String> path, String key, @Nullable Object value) {
        List<String> below = new ArrayList<>(path);
        below.add(key);
        if (value instanceof Map<?, ?> map) {
            addTree(below, map);
        } else if (value instanceof List<?> list && isList(below)) {
            for (int i = 0; i < list.size(); i++) {
                addTree(below, Integer.toString(i), list.get(i));
            }
        } else {
            add(below, value);
        }
    }

    private static boolean isList(List<String> path) {
        return Section.on(path)
                .filter(section -> section.isList() && section.elements().size() == path.size())
                .isPresent();
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
        Optional<Section> section = Section.on(path).filter(sections::contains);
        if (section.isEmpty()) {
            problems.add(
                    String.join(".", path),
                    NearestKey.advice(
                            path.get(0), sections.stream().map(Section::key).toList()));
            return;
        }
        List<String> below = path.subList(section.get().elements().size(), path.size());
        if (section.get().isNamed()) {
            addNamed(section.get(), below, value);
        } else {
            fields(section.get(), SOLE_ITEM).add(below, value);
        }
    }

    private void addNamed(Section section, List<String> below, @Nullable Object value) {
        if (below.isEmpty()) {
            if (value != null && !"".equals(value)) {
                problems.add(section.key(), section.isList() ? "must be a list" : "must be a map");
            }
            return;
        }
        String name = below.get(0);
        Optional<String> problem = section.problemOf(name);
        if (problem.isEmpty()) {
            fields(section, name).add(below.subList(1, below.size()), value);
        } else if (badNames.add(section.path(name))) {
            problems.add(section.key(), name, problem.get());
        }
    }

    private RawFields fields(Section section, String item) {
        Map<String, Object> values = values(section, item);
        return new RawFields(section.path(item), section.fields(), section.below(), values, problems);
    }

    private Map<String, Object> values(Section section, String item) {
        return items(section).computeIfAbsent(item, name -> new LinkedHashMap<>());
    }

    /** Lays a source of higher precedence over these settings, leaf by leaf, lists as a whole; its problems join. */
    void override(RawSettings higher) {
        higher.items.forEach((section, named) -> {
            if (section.isList() && !named.isEmpty()) {
                items(section).clear();
            }
            named.forEach((item, values) -> values(section, item).putAll(values));
        });
        problems.addAll(higher.problems);
    }

    /** Whether there is no item in any section. */
    boolean isEmpty() {
        return items.values().stream().allMatch(Map::isEmpty);
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
        items.forEach((section, named) -> {
            if (section.isList()) {
                putList(tree, section, named);
            } else {
                named.forEach((item, values) -> put(tree, section, item, values));
            }
        });
        return tree.map();
    }

    private static void put(FieldTree tree, Section section, String item, Map<String, Object> values) {
        List<String> path = new ArrayList<>(section.elements());
        if (section.isNamed()) {
            path.add(item);
        }
        Object whole = values.get(WHOLE_ITEM);
        if (whole != null) {
            tree.at(path.subList(0, path.size() - 1)).putItem(path.get(path.size() - 1), whole);
        } else {
            FieldTree fields = tree.at(path);
            values.forEach(fields::put);
        }
    }

    private static void putList(FieldTree tree, Section section, Map<String, Map<String, Object>> named) {
        if (!named.isEmpty()) {
            List<Object> list = new ArrayList<>();
            named.forEach((position, values) -> {
                FieldTree fields = new FieldTree();
                values.forEach(fields::put);
                list.add(fields.map());
            });
            tree.put(section.key(), list);
        }
    }

    Problems problems() {
        return problems;
    }
}
