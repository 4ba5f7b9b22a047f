package dev.mqttdq.config;

import dev.mqttdq.message.NearestName;
import java.util.List;

/**
 * A field of the configuration: the one place that knows its name, type, default and meaning. Reading, the reference page
 * and the schemas come from it.
 *
 * @param key the name below its bridge, remote or section, as in {@code queue.seg_bytes}
 * @param aliases other names
 * @param required whether it must be set
 * @param fallback the default; for a required field what stands in for it until the candidate is refused
 * @param defaultText the default as it is written; empty for none
 * @param description what it does, as a sentence
 */
record Field<T>(
        String key,
        List<String> aliases,
        FieldType<T> type,
        boolean required,
        T fallback,
        String defaultText,
        String description) {

    static <T> Field<T> required(String key, FieldType<T> type, T standIn, String description) {
        return new Field<>(key, List.of(), type, true, standIn, "", description);
    }

    static <T> Field<T> optional(String key, FieldType<T> type, T fallback, String defaultText, String description) {
        return new Field<>(key, List.of(), type, false, fallback, defaultText, description);
    }

    Field<T> withAlias(String alias) {
        return new Field<>(key, List.of(alias), type, required, fallback, defaultText, description);
    }

    /** Whether a name is this field's in snake, kebab or camel case. */
    boolean isNamed(String name) {
        String uniform = uniform(name);
        return uniform(key).equals(uniform)
                || aliases.stream().anyMatch(alias -> uniform(alias).equals(uniform));
    }

    /** Where the field of an item stands; a field without a name of its own is the item. */
    String at(String path) {
        if (path.isEmpty() || key.isEmpty()) {
            return path + key;
        }
        return path + "." + key;
    }

    boolean isSecret() {
        return type.kind() == FieldType.Kind.SECRET;
    }

    static String uniform(String name) {
        return NearestName.uniform(name);
    }
}
