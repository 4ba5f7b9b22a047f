package dev.mqttdq.config;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces the configuration file by a text that came from outside, and puts it into force; all of it or nothing. The
 * bridges and remotes become those of the text; {@code local} and {@code queues} stay where the text has none. A text is written as it
 * stands, remarks included, unless something shown earlier has to be completed: a secret that is {@value Secret#MASK} keeps
 * its present value, and a value that came from a variable and is unchanged keeps the variable. Where the file no longer
 * tells, because somebody spoiled it, it counts what it told when it was last in force.
 *
 * <p>Safe for use by several threads; callers wait for their turn.
 */
public final class ConfigurationWriter {

    private static final Logger log = LoggerFactory.getLogger(ConfigurationWriter.class);

    /** What is shown together with a configuration but does not belong to it. */
    private static final List<String> SHOWN_ONLY = List.of("generation", "source", "read_only");

    private final ConfigurationLoader loader;
    private final ConfigFileParser parser;
    private final ConfigurationService service;

    public ConfigurationWriter(ConfigurationLoader loader, ConfigFileParser parser, ConfigurationService service) {
        this.loader = loader;
        this.parser = parser;
        this.service = service;
    }

    /** Why nothing can be written, and where to change the configuration instead; empty where it can. */
    public Optional<String> obstacle() {
        return loader.configFile()
                .map(file -> new VersionedFile(file.path()).obstacle())
                .orElseGet(
                        () -> Optional.of("There is no configuration file (mqtt-dq.config-file is not set): change the"
                                + " properties of the service"));
    }

    /**
     * What is in force and what the file held when it was last read, good or not, in one word: the generation alone begins
     * anew with each process and takes no notice of an edit that was refused. To be asked before the state that goes with it.
     */
    public String tag() {
        return tag(service.lastRead());
    }

    /**
     * What a text would change.
     *
     * @param text HOCON, JSON or YAML
     * @param expected the {@link #tag} that the caller knows, or the generation alone, if it matters
     * @throws InvalidConfigurationException with all problems
     * @throws GenerationConflictException if it is no longer so, or the file has changed and is not in force
     */
    public ConfigurationChange preview(String text, Optional<String> expected) {
        return inTurn(() -> {
            check(expected);
            return change(loader.load(candidate(text)));
        });
    }

    /**
     * Puts a text into force. What could not be put into effect is among the notices.
     *
     * @param text HOCON, JSON or YAML
     * @param expected the {@link #tag} that the caller knows, or the generation alone, if it matters
     * @throws InvalidConfigurationException with all problems
     * @throws GenerationConflictException if it is no longer so, or the file has changed and is not in force
     * @throws ConfigurationNotWritableException if there is no file, or none that may be replaced
     */
    public ConfigurationChange write(String text, Optional<String> expected) {
        return inTurn(() -> {
            check(expected);
            obstacle().ifPresent(obstacle -> {
                throw new ConfigurationNotWritableException(obstacle);
            });
            ConfigFile.Content candidate = candidate(text);
            ConfigurationChange change = change(loader.load(candidate));
            // Again, for whoever edits the file takes no turns with this.
            check(expected);
            try {
                file().replace(candidate.text());
            } catch (IOException e) {
                log.warn("the configuration file could not be replaced", e);
                throw new ConfigurationNotWritableException("The configuration file could not be replaced: " + e);
            }
            Stream<Notice> problems = service.reloadNow().problems().stream()
                    .map(problem -> new Notice(Notice.Severity.ERROR, problem.toString()));
            return new ConfigurationChange(
                    service.state().generation(),
                    change.diff(),
                    Stream.concat(change.notices().stream(), problems).toList());
        });
    }

    private void check(Optional<String> expected) {
        if (expected.isEmpty()) {
            return;
        }
        ConfigurationState state = service.state();
        String present = tag(service.fingerprint());
        boolean isRead = present.equals(tag()) && !state.isRejected();
        if (!expected.get().equals(present) && !(isRead && expected.get().equals(Long.toString(state.generation())))) {
            throw new GenerationConflictException(expected.get(), present, state.generation());
        }
    }

    private String tag(String fingerprint) {
        long generation = service.state().generation();
        return fingerprint.isEmpty() ? Long.toString(generation) : generation + "-" + fingerprint;
    }

    private VersionedFile file() {
        return new VersionedFile(loader.configFile().orElseThrow().path());
    }

    /** The content that the file would get. */
    private ConfigFile.Content candidate(String text) {
        String name = loader.configFile().map(ConfigFile::name).orElse("");
        boolean otherFormat = !isOfFormat(name, text);
        Map<String, Object> tree =
                new LinkedHashMap<>(loader.tree(new ConfigFile.Content(otherFormat ? "" : name, text)));
        boolean stripped = tree.keySet().removeAll(SHOWN_ONLY);
        service.fileInForce().checkNext(tree);
        loader.load(tree);
        RawSettings wanted = RawSettings.ofTree(tree, Section.OF_FILE);
        RawSettings before = service.fileInForce().settings();
        boolean completed = new PresentValues(present(before), before, service.current()).complete(wanted);
        boolean asItStands = !otherFormat && !stripped && !completed;
        return new ConfigFile.Content(name, asItStands ? text : parser.render(name, wanted.toTree()));
    }

    private boolean isOfFormat(String name, String text) {
        try {
            parser.parse(name, text);
            return true;
        } catch (ConfigSyntaxException e) {
            return false;
        }
    }

    /** What stands in the file now; what stood there before where that makes no sense as a whole. */
    private RawSettings present(RawSettings before) {
        try {
            Map<String, Object> tree = loader.tree();
            service.fileInForce().checkNext(tree);
            RawSettings present = RawSettings.ofTree(tree, Section.OF_FILE);
            present.problems().throwIfAny();
            return present;
        } catch (InvalidConfigurationException e) {
            log.warn("the present configuration file makes no sense and is replaced: {}", e.getMessage());
            return before;
        }
    }

    private ConfigurationChange change(LoadedConfiguration loaded) {
        ConfigurationDiff diff = ConfigurationDiff.between(service.current(), loaded.configuration());
        return new ConfigurationChange(service.state().generation(), diff, loaded.notices());
    }

    private <T> T inTurn(Supplier<T> task) {
        try {
            return service.call(task).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }
}
