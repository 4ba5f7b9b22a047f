package dev.mqttdq.config;

import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The parts a configuration consists of. */
enum Section {
    LOCAL("local", null, LocalFields.ALL),
    CLUSTER("cluster", null, ClusterFields.ALL),
    /** Remotes by name. */
    REMOTES("remotes", Names.WORDS, BrokerFields.REMOTE),
    /** Bridges by name. */
    BRIDGES("bridges", Names.WORDS, BridgeFields.ALL),
    QUEUES("queues", null, MessageQueuesFields.ALL),
    QUEUES_REGULAR("queues.auto_create.regular", null, MessageQueuesFields.AUTO_CREATED),
    QUEUES_LASTVALUE("queues.auto_create.lastvalue", null, MessageQueuesFields.AUTO_CREATED),
    /** Queues by name. */
    QUEUES_DECLARED("queues.declare", Names.QUEUES, MessageQueueFields.ALL),
    QUEUES_LISTENER("queues.listener", null, MessageQueuesFields.LISTENER),
    /** Passwords by user. */
    QUEUES_USERS("queues.listener.users", Names.USERS, List.of(MessageQueuesFields.USER)),
    /** A list: named by position. */
    QUEUES_RULES("queues.listener.rules", Names.POSITIONS, MessageQueuesFields.RULE);

    /** Those that may stand in a file. */
    static final Set<Section> OF_FILE = Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(CLUSTER)));

    /** Those of message queues. */
    static final Set<Section> OF_QUEUES = Collections.unmodifiableSet(EnumSet.range(QUEUES, QUEUES_RULES));

    private final String key;

    @SuppressWarnings("ImmutableEnumChecker") // patterns are immutable
    private final @Nullable Names names;

    @SuppressWarnings("ImmutableEnumChecker") // the lists are unmodifiable
    private final List<Field<?>> fields;

    Section(String key, @Nullable Names names, List<Field<?>> fields) {
        this.key = key;
        this.names = names;
        this.fields = fields;
    }

    /** Whether the section is a map of named items. */
    boolean isNamed() {
        return names != null;
    }

    /** Whether the section is a list, which a source sets as a whole; its items are named by their position. */
    boolean isList() {
        return names == Names.POSITIONS;
    }

    /** What is wrong with the name of an item. */
    Optional<String> problemOf(String name) {
        return names == null || names.pattern().matcher(name).matches() ? Optional.empty() : Optional.of(names.rule());
    }

    /** What names of items look like, as a regular expression. */
    Optional<String> namePattern() {
        return names == null
                ? Optional.empty()
                : Optional.of("^" + names.pattern().pattern() + "$");
    }

    List<Field<?>> fields() {
        return fields;
    }

    /** Where it stands, with dots. */
    String key() {
        return key;
    }

    /** The elements of {@link #key}. */
    List<String> elements() {
        return List.of(key.split("\\."));
    }

    /** Where an item or, without a name, the section itself stands. */
    String path(String name) {
        if (names == null) {
            return key;
        }
        return isList() || name.indexOf('.') >= 0 ? key + "[" + name + "]" : key + "." + name;
    }

    /** The sections below this one, by what follows its own key. */
    List<String> below() {
        return Stream.of(values())
                .map(Section::key)
                .filter(other -> other.startsWith(key + "."))
                .map(other -> other.substring(key.length() + 1))
                .toList();
    }

    /** The sections below this one with none in between. */
    List<Section> directlyBelow() {
        List<Section> below = Stream.of(values())
                .filter(other -> other.key.startsWith(key + "."))
                .toList();
        return below.stream()
                .filter(one -> below.stream().noneMatch(other -> one.key.startsWith(other.key + ".")))
                .toList();
    }

    /** The section with this key. */
    static Optional<Section> named(String key) {
        return Stream.of(values())
                .filter(section -> Field.uniform(section.key).equals(Field.uniform(key)))
                .findFirst();
    }

    /** The innermost section that a path leads into. */
    static Optional<Section> on(List<String> path) {
        return Stream.of(values())
                .filter(section -> section.leadsTo(path))
                .max(Comparator.comparingInt(section -> section.elements().size()));
    }

    private boolean leadsTo(List<String> path) {
        List<String> own = elements();
        if (own.size() > path.size()) {
            return false;
        }
        for (int i = 0; i < own.size(); i++) {
            if (!Field.uniform(own.get(i)).equals(Field.uniform(path.get(i)))) {
                return false;
            }
        }
        return true;
    }

    /** How items may be named. */
    private record Names(Pattern pattern, String rule) {

        static final Names WORDS =
                new Names(Pattern.compile("[A-Za-z0-9_-]+"), "names must consist of letters, digits, '_' and '-'");

        static final Names QUEUES = new Names(MessageQueueSettings.NAME, MessageQueueSettings.NAME_RULE);

        static final Names USERS = new Names(Pattern.compile("[^\\u0000]+"), "names must not be empty");

        static final Names POSITIONS = new Names(Pattern.compile("\\d{1,4}"), "must be a list");
    }
}
