package dev.mqttdq.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.AbstractEnvironment;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Makes a whole {@link Configuration} out of the Spring environment and the configuration file, or refuses both with
 * every problem there is. The environment wins over the file, leaf by leaf. Nothing but <code>${EMQXDQ_NAME}</code> is
 * ever substituted in bridges, remotes and the local broker.
 *
 * <p>Safe for use by several threads; holds no configuration itself.
 */
public final class ConfigurationLoader {

    private final ConfigurableEnvironment environment;
    private final ConfigMaps configMaps;
    private final ConfigFileParser parser;
    private final Variables variables;
    private final Optional<ConfigFile> configFile;
    private final Path dataDir;
    private final String nodeName;

    /**
     * Reads where the file and the data directory are, and the name of this instance, once and for all.
     *
     * @param variables the variables of the operating system, by name
     */
    public ConfigurationLoader(
            ConfigurableEnvironment environment,
            ConfigFileParser parser,
            Function<String, @Nullable String> variables) {
        this.environment = environment;
        this.configMaps = new ConfigMaps(environment);
        this.parser = parser;
        this.variables = new Variables(variables);
        this.configFile = property(environment, "config-file").map(file -> new ConfigFile(absolute(file)));
        this.dataDir = absolute(property(environment, "data-dir").orElse("./data"));
        this.nodeName = property(environment, "node-name").orElseGet(ConfigurationLoader::hostName);
    }

    /**
     * The configuration that a file makes all by itself.
     *
     * @throws InvalidConfigurationException with all problems
     */
    public static LoadedConfiguration ofFile(
            Path file, ConfigFileParser parser, Function<String, @Nullable String> variables) {
        ConfigurableEnvironment nothingElse = new AbstractEnvironment() {};
        return new ConfigurationLoader(nothingElse, parser, variables).load(new ConfigFile(file).read());
    }

    /** The file named by {@code mqtt-dq.config-file}. */
    public Optional<ConfigFile> configFile() {
        return configFile;
    }

    /** Whether no source is missing; in a cluster, the Kubernetes API may not have answered yet. */
    boolean isComplete() {
        return configMaps.areKnown();
    }

    /**
     * The configuration as its sources have it now.
     *
     * @throws InvalidConfigurationException with all problems; nothing of it takes effect
     */
    public LoadedConfiguration load() {
        return load(tree());
    }

    /**
     * The configuration as it would be with this content of the file.
     *
     * @throws InvalidConfigurationException with all problems
     */
    public LoadedConfiguration load(ConfigFile.Content content) {
        return load(tree(content));
    }

    /** The configuration as it would be with this tree in the file. */
    LoadedConfiguration load(Map<String, Object> tree) {
        RawSettings settings = RawSettings.ofTree(tree, Section.OF_FILE);
        configMaps.check();
        new SpringSettings(environment).override(settings);
        return new ConfigurationReader(settings, variables).read(dataDir, nodeName);
    }

    /**
     * The tree of the file as it is now; empty where there is none to be.
     *
     * @throws InvalidConfigurationException if it cannot be read
     */
    Map<String, Object> tree() {
        return tree(configFile.map(ConfigFile::read).orElse(ConfigFile.NO_CONTENT));
    }

    /** The tree of a file's content. */
    Map<String, Object> tree(ConfigFile.Content content) {
        try {
            return content.text().isBlank() ? Map.of() : parser.parse(content.name(), content.text());
        } catch (ConfigSyntaxException e) {
            throw new InvalidConfigurationException(List.of(new Problem(content.name(), null, e.problem())));
        }
    }

    /** A setting of the service itself, with placeholders resolved as everywhere in Spring. */
    private static Optional<String> property(ConfigurableEnvironment environment, String key) {
        String value = Binder.get(environment)
                .bind(SpringSettings.PREFIX + "." + key, String.class)
                .orElse("");
        return value.isBlank() ? Optional.empty() : Optional.of(value);
    }

    private static Path absolute(String path) {
        return Path.of(path).toAbsolutePath().normalize();
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            // A machine that does not know its own name is alone enough for any name.
            return "localhost";
        }
    }
}
