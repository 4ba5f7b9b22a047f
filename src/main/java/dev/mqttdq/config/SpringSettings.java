package dev.mqttdq.config;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Reads what stands below {@code mqtt-dq} in a Spring environment, straight from its property sources: no placeholder is
 * resolved, so that <code>${topic}</code> stays itself whatever variables the process has, and no name of a bridge is
 * changed.
 */
final class SpringSettings {

    /** The prefix of all our properties. */
    static final String PREFIX = "mqtt-dq";

    /** What is read elsewhere. */
    static final List<String> OTHER_KEYS = List.of("config-file", "data-dir", "node-name");

    private static final Pattern ELEMENT = Pattern.compile("\\[([^\\]]*)]|([^.\\[]+)");
    private static final Pattern INDEX = Pattern.compile("\\d{1,4}");

    private final List<EnumerablePropertySource<?>> sources = new ArrayList<>();

    SpringSettings(ConfigurableEnvironment environment) {
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> enumerable) {
                // From the lowest precedence to the highest.
                sources.add(0, enumerable);
            }
        }
    }

    /** Lays all property sources over settings of lower precedence. */
    void override(RawSettings lowest) {
        List<RawSettings> layers = sources.stream().map(SpringSettings::read).toList();
        Map<Section, Set<String>> names =
                names(Stream.concat(Stream.of(lowest), layers.stream()).toList());
        for (int i = 0; i < layers.size(); i++) {
            lowest.override(layers.get(i));
            if (sources.get(i) instanceof SystemEnvironmentPropertySource variables) {
                lowest.override(new EnvironmentNames(names).read(variables));
            }
        }
    }

    private static Map<Section, Set<String>> names(List<RawSettings> layers) {
        Map<Section, Set<String>> names = new EnumMap<>(Section.class);
        for (Section section : Section.values()) {
            Set<String> known = new TreeSet<>();
            layers.forEach(layer -> known.addAll(layer.items(section).keySet()));
            names.put(section, known);
        }
        return names;
    }

    private static RawSettings empty() {
        return new RawSettings(EnumSet.allOf(Section.class));
    }

    private static RawSettings read(EnumerablePropertySource<?> source) {
        RawSettings settings = empty();
        Map<List<String>, Map<Integer, Object>> lists = new LinkedHashMap<>();
        for (String property : source.getPropertyNames()) {
            List<String> path = elements(property);
            if (path.size() < 2 || !Field.uniform(path.get(0)).equals(Field.uniform(PREFIX))) {
                continue;
            }
            List<String> below = path.subList(1, path.size());
            String last = below.get(below.size() - 1);
            Object value = plain(source.getProperty(property));
            if (value != null && property.endsWith("]") && INDEX.matcher(last).matches()) {
                lists.computeIfAbsent(below.subList(0, below.size() - 1), list -> new TreeMap<>())
                        .put(Integer.valueOf(last), value);
            } else {
                add(settings, below, value);
            }
        }
        lists.forEach((path, items) -> add(settings, path, List.copyOf(items.values())));
        return settings;
    }

    private static void add(RawSettings settings, List<String> path, @Nullable Object value) {
        String first = path.get(0);
        if (OTHER_KEYS.stream().anyMatch(key -> Field.uniform(key).equals(Field.uniform(first)))) {
            return;
        }
        if (Section.named(first).isEmpty()) {
            List<String> known = Stream.concat(
                            OTHER_KEYS.stream(), Stream.of(Section.values()).map(Section::key))
                    .toList();
            settings.problems().add(PREFIX + "." + String.join(".", path), NearestKey.advice(first, known));
        } else {
            settings.add(path, value);
        }
    }

    /** Boot wraps texts to remember where they come from. */
    private static @Nullable Object plain(@Nullable Object value) {
        return value instanceof CharSequence text ? text.toString() : value;
    }

    /** The elements of a property name: {@code a.b[c.d].e} has four. */
    private static List<String> elements(String property) {
        List<String> elements = new ArrayList<>();
        Matcher matcher = ELEMENT.matcher(property);
        while (matcher.find()) {
            elements.add(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
        }
        return elements;
    }
}
