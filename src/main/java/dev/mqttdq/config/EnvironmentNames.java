package dev.mqttdq.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.core.env.EnumerablePropertySource;

/**
 * Finds settings in variables of the operating system, which know neither dots nor dashes nor case:
 * {@code MQTT_DQ_BRIDGES_TO_CLOUD_POOL_SIZE} means {@code pool_size} of bridge {@code to-cloud} where there is one.
 *
 * <p>What fits nothing is left alone, for the environment is not ours: beside a Kubernetes service named
 * {@code mqtt-dq} every pod has a variable {@code MQTT_DQ_SERVICE_HOST}.
 */
final class EnvironmentNames {

    private static final List<String> PREFIXES = List.of("MQTT_DQ_", "MQTTDQ_");

    private final Map<Section, Set<String>> names;

    /** With the names of bridges and remotes that other sources know. */
    EnvironmentNames(Map<Section, Set<String>> names) {
        this.names = names;
    }

    RawSettings read(EnumerablePropertySource<?> environment) {
        RawSettings settings = new RawSettings(EnumSet.allOf(Section.class));
        for (String variable : environment.getPropertyNames()) {
            Optional<List<String>> path = path(variable);
            if (path.isPresent()) {
                Object value = environment.getProperty(variable);
                settings.add(path.get(), value == null ? null : value.toString());
            }
        }
        return settings;
    }

    private Optional<List<String>> path(String variable) {
        return PREFIXES.stream()
                .filter(variable::startsWith)
                .map(prefix -> List.of(variable.substring(prefix.length()).split("_")))
                .findFirst()
                .flatMap(EnvironmentNames::section)
                .flatMap(found -> path(found.section(), found.words()));
    }

    /** The innermost section whose name the first words are. */
    private static Optional<Found> section(List<String> words) {
        return Stream.of(Section.values())
                .flatMap(section -> {
                    List<String> own =
                            List.of(section.key().toUpperCase(Locale.ROOT).split("[._]"));
                    return words.size() >= own.size()
                                    && words.subList(0, own.size()).equals(own)
                            ? Stream.of(new Found(section, words.subList(own.size(), words.size())))
                            : Stream.empty();
                })
                .min(Comparator.comparingInt(found -> found.words().size()));
    }

    private static List<String> elements(Section section, String... below) {
        return Stream.concat(section.elements().stream(), Stream.of(below).filter(element -> !element.isEmpty()))
                .toList();
    }

    private Optional<List<String>> path(Section section, List<String> words) {
        if (!section.isNamed()) {
            return field(section, words).map(field -> elements(section, field.key()));
        }
        // The shorter the name, the longer the field: MY_SSL_ENABLE is ssl.enable of "my", not enable of "my_ssl",
        // unless a remote of that name is known.
        List<List<String>> candidates = new ArrayList<>();
        for (int i = 1; i <= words.size(); i++) {
            String name = String.join("_", words.subList(0, i)).toLowerCase(Locale.ROOT);
            Optional<Field<?>> field = field(section, words.subList(i, words.size()));
            Optional<String> known = known(section, name);
            if (field.isPresent() && known.isPresent()) {
                return Optional.of(elements(section, known.get(), field.get().key()));
            }
            field.ifPresent(found -> candidates.add(elements(section, name, found.key())));
        }
        return candidates.stream().findFirst();
    }

    private Optional<String> known(Section section, String name) {
        return names.getOrDefault(section, Set.of()).stream()
                .filter(known -> Field.uniform(known).equals(Field.uniform(name)))
                .findFirst();
    }

    private record Found(Section section, List<String> words) {}

    private static Optional<Field<?>> field(Section section, List<String> words) {
        String sought = String.join("", words).toLowerCase(Locale.ROOT);
        return section.fields().stream()
                .filter(field -> field.isNamed(sought)
                        || Field.uniform(field.key()).replace(".", "").equals(sought))
                .findFirst();
    }
}
