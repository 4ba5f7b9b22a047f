package dev.mqttdq.config;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Completes a configuration that came back after it had been shown with what was not shown: secrets behind a mask, and the
 * variables that values come from. Used by one thread.
 */
final class PresentValues {

    private final RawSettings file;
    private final RawSettings known;
    private final RawSettings inForce;
    private final Problems problems = new Problems();
    private boolean completed;

    /**
     * @param file what stands in the file now
     * @param before what stood in the file when what is in force was read from it; tells what the file no longer does
     * @param inForce what is in force now, as it is shown
     */
    PresentValues(RawSettings file, RawSettings before, Configuration inForce) {
        this.file = file;
        known = new RawSettings(Section.OF_FILE);
        known.override(before);
        known.override(file);
        FieldTree shown = new FieldTree();
        EffectiveConfiguration.of(inForce).forEach(shown::put);
        shown.put(Section.LOCAL.key(), EffectiveConfiguration.of(inForce.local()));
        this.inForce = RawSettings.ofTree(shown.map(), Section.OF_FILE);
    }

    /**
     * Completes it in place; {@code local} and {@code queues} are taken from the file where they are missing
     * altogether.
     *
     * @return whether anything was done
     * @throws InvalidConfigurationException if a mask stands where there is no secret
     */
    boolean complete(RawSettings wanted) {
        keepWhereMissing(EnumSet.of(Section.LOCAL), wanted);
        keepWhereMissing(Section.OF_QUEUES, wanted);
        for (Section section : Section.OF_FILE) {
            wanted.items(section).forEach((item, values) -> complete(section, item, values));
        }
        problems.throwIfAny();
        return completed;
    }

    private void keepWhereMissing(Set<Section> part, RawSettings wanted) {
        boolean missing =
                part.stream().allMatch(section -> wanted.items(section).isEmpty());
        if (missing) {
            for (Section section : part) {
                completed |= !file.items(section).isEmpty();
                wanted.items(section).putAll(file.items(section));
            }
        }
    }

    private void complete(Section section, String item, Map<String, Object> values) {
        Map<String, Object> written = known.items(section).getOrDefault(item, Map.of());
        Map<String, Object> shown = inForce.items(section).getOrDefault(item, Map.of());
        for (Field<?> field : section.fields()) {
            Object value = values.get(field.key());
            Object present = written.get(field.key());
            if (value == null) {
                continue;
            }
            if (field.isSecret() && value.equals(Secret.MASK)) {
                keepSecret(field.at(section.path(item)), field, values, present, shown);
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
