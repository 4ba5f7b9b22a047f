package dev.mqttdq.config;

import dev.mqttdq.config.FieldType.BadValueException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the fields of one item, notes every problem and goes on with a stand-in. Used by one thread. */
final class FieldReader {

    private final String path;
    private final Map<String, Object> values;
    private final Variables variables;
    private final Problems problems;
    private final List<Notice> notices;
    private final Set<Field<?>> refused = new HashSet<>();

    FieldReader(String path, Map<String, Object> values, Variables variables, Problems problems, List<Notice> notices) {
        this.path = path;
        this.values = values;
        this.variables = variables;
        this.problems = problems;
        this.notices = notices;
    }

    /** The value of a field: as set, else its default. */
    <T> T get(Field<T> field) {
        Object raw = values.get(field.key());
        if (raw == null) {
            if (field.required()) {
                refuse(field, "is required and " + field.type().allowed());
            }
            return field.fallback();
        }
        return parse(field, raw);
    }

    /** The value of a field that has no default. */
    <T> Optional<T> find(Field<T> field) {
        return Optional.ofNullable(values.get(field.key())).map(raw -> parse(field, raw));
    }

    /** Whether a problem of the field has been noted. */
    boolean isRefused(Field<?> field) {
        return refused.contains(field);
    }

    void refuse(Field<?> field, String allowed) {
        refuse(field, null, allowed);
    }

    void refuse(Field<?> field, @Nullable Object value, String allowed) {
        refused.add(field);
        problems.add(key(field), field.isSecret() ? null : value, allowed);
    }

    void warn(Field<?> field, String text) {
        notices.add(new Notice(Notice.Severity.WARNING, key(field) + " " + text));
    }

    private <T> T parse(Field<T> field, Object raw) {
        Object value = raw instanceof String text && field.type().kind().takesVariables() ? resolve(field, text) : raw;
        try {
            return field.type().parser().parse(value);
        } catch (BadValueException e) {
            refuse(field, value, e.allowed());
            return field.fallback();
        }
    }

    private String resolve(Field<?> field, String text) {
        String value = variables.resolve(text);
        if (value != null) {
            return value;
        }
        String name = Variables.nameIn(text).orElse(text);
        notices.add(new Notice(
                Notice.Severity.ERROR, key(field) + " names the environment variable " + name + ", which is not set"));
        return text;
    }

    private String key(Field<?> field) {
        return field.at(path);
    }
}
