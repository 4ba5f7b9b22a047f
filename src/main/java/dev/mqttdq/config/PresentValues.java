package dev.mqttdq.config;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Completes a configuration that came back after it had been shown with what was not shown: secrets behind a mask, and the
 * variables that values come from. Used by one thread.
 */
final class PresentValues {

    private final RawSettings file;
    private final RawSettings inForce;
    private final Problems problems = new Problems();
    private boolean completed;

    /**
     * @param file what stands in the file now
     * @param inForce what is in force now, as it is shown
     */
    PresentValues(RawSettings file, Configuration inForce) {
        this.file = file;
        FieldTree shown = new FieldTree();
        EffectiveConfiguration.of(inForce).forEach(shown::put);
        shown.put(Section.LOCAL.key(), EffectiveConfiguration.of(inForce.local()));
        this.inForce = RawSettings.ofTree(shown.map(), Section.OF_FILE);
    }

    /**
     * Completes it in place; a section {@code local} that is missing altogether is taken from the file.
     *
     * @return whether anything was done
     * @throws InvalidConfigurationException if a mask stands where there is no secret
     */
    boolean complete(RawSettings wanted) {
        if (wanted.items(Section.LOCAL).isEmpty() && !file.items(Section.LOCAL).isEmpty()) {
            wanted.items(Section.LOCAL).putAll(file.items(Section.LOCAL));
            completed = true;
        }
        for (Section section : Section.OF_FILE) {
            wanted.items(section).forEach((item, values) -> complete(section, item, values));
        }
        problems.throwIfAny();
        return completed;
    }

    private void complete(Section section, String item, Map<String, Object> values) {
        Map<String, Object> written = file.items(section).getOrDefault(item, Map.of());
        Map<String, Object> shown = inForce.items(section).getOrDefault(item, Map.of());
        for (Field<?> field : section.fields()) {
            Object value = values.get(field.key());
            Object present = written.get(field.key());
            if (value == null) {
                continue;
            }
            if (field.isSecret() && value.equals(Secret.MASK)) {
                keepSecret(section.path(item) + "." + field.key(), field, values, present, shown);
            } else if (value.equals(shown.get(field.key())) && isVariable(present) && !value.equals(present)) {
                values.put(field.key(), String.valueOf(present));
                completed = true;
            }
        }
    }

    private void keepSecret(
            String path,
            Field<?> field,
            Map<String, Object> values,
            @Nullable Object present,
            Map<String, Object> shown) {
        completed = true;
        if (present != null) {
            values.put(field.key(), present);
        } else if (Secret.MASK.equals(shown.get(field.key()))) {
            // It comes from outside the file and goes on doing so.
            values.remove(field.key());
        } else {
            problems.add(path, "must not be " + Secret.MASK + " where there is no present one to keep");
        }
    }

    private static boolean isVariable(@Nullable Object value) {
        return value instanceof String text && Variables.nameIn(text).isPresent();
    }
}
