package dev.mqttdq.config;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The parts a configuration consists of. */
enum Section {
    LOCAL(false, LocalFields.ALL),
    CLUSTER(false, ClusterFields.ALL),
    /** Remotes by name. */
    REMOTES(true, BrokerFields.REMOTE),
    /** Bridges by name. */
    BRIDGES(true, BridgeFields.ALL);

    /** Those that may stand in a file. */
    static final Set<Section> OF_FILE = Collections.unmodifiableSet(EnumSet.of(LOCAL, REMOTES, BRIDGES));

    private final boolean named;

    @SuppressWarnings("ImmutableEnumChecker") // the lists are unmodifiable
    private final List<Field<?>> fields;

    Section(boolean named, List<Field<?>> fields) {
        this.named = named;
        this.fields = fields;
    }

    /** Whether the section is a map of named items. */
    boolean isNamed() {
        return named;
    }

    List<Field<?>> fields() {
        return fields;
    }

    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Where an item or, without a name, the section itself stands. */
    String path(String name) {
        return named ? key() + "." + name : key();
    }

    /** The field that goes by a name in any of its spellings. */
    Optional<Field<?>> field(String name) {
        return fields.stream().filter(field -> field.isNamed(name)).findFirst();
    }

    static Optional<Section> named(String key) {
        return EnumSet.allOf(Section.class).stream()
                .filter(section -> section.key().equals(Field.uniform(key)))
                .findFirst();
    }
}
