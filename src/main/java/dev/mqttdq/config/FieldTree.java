package dev.mqttdq.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds nested maps, in the order in which values come. Used by one thread. */
final class FieldTree {

    private final Map<String, Object> values = new LinkedHashMap<>();
    private final Map<String, FieldTree> groups = new LinkedHashMap<>();

    /** Puts a value under a key whose dots lead into groups. */
    void put(String key, Object value) {
        int dot = key.indexOf('.');
        if (dot < 0) {
            values.put(key, value);
        } else {
            group(key.substring(0, dot)).put(key.substring(dot + 1), value);
        }
    }

    /** The tree below a key, whose dots mean nothing. */
    FieldTree group(String key) {
        FieldTree group = groups.computeIfAbsent(key, name -> new FieldTree());
        values.put(key, group.values);
        return group;
    }

    /** The tree that some elements lead to. */
    FieldTree at(List<String> elements) {
        FieldTree tree = this;
        for (String element : elements) {
            tree = tree.group(element);
        }
        return tree;
    }

    /** Puts a value under a key whose dots mean nothing. */
    void putItem(String key, Object value) {
        values.put(key, value);
    }

    Map<String, Object> map() {
        return values;
    }
}
