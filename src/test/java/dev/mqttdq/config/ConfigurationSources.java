package dev.mqttdq.config;

import dev.mqttdq.hocon.ConfigFileFormats;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertiesPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** What a configuration is made of in a test: a file's text, Spring properties and variables of the system. */
final class ConfigurationSources {

    private ConfigFile.Content content = ConfigFile.NO_CONTENT;
    private final Map<String, Object> properties = new LinkedHashMap<>();
    private final Map<String, String> variables = new HashMap<>();

    static ConfigurationSources hocon(String text) {
        return file("test.hocon", text);
    }

    static ConfigurationSources file(String name, String text) {
        ConfigurationSources sources = new ConfigurationSources();
        sources.content = new ConfigFile.Content(name, text);
        return sources;
    }

    static ConfigurationSources resource(String name) {
        return file(name, read(name));
    }

    static ConfigurationSources properties(String name) {
        ConfigurationSources sources = new ConfigurationSources();
        Properties properties = new Properties();
        try (InputStream in = ConfigurationSources.class.getResourceAsStream("/config/" + name)) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        properties.stringPropertyNames().forEach(key -> sources.property(key, properties.getProperty(key)));
        return sources;
    }

    /** A bridge {@code b} and a remote {@code r}, whole and valid, with more fields of both. */
    static ConfigurationSources valid(String bridgeFields, String remoteFields) {
        return hocon("""
                bridges { b { remote = r, filter_topic = "a/#", remote_topic = "up/${topic}"
                %s
                } }
                remotes { r { server = "remote.example.com"
                %s
                } }
                """.formatted(bridgeFields, remoteFields));
    }

    ConfigurationSources property(String key, Object value) {
        properties.put(key, value);
        return this;
    }

    ConfigurationSources variable(String name, String value) {
        variables.put(name, value);
        return this;
    }

    ConfigurableEnvironment environment() {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .forEach(source -> environment.getPropertySources().remove(source.getName()));
        Properties texts = new Properties();
        environment.getPropertySources().addLast(new PropertiesPropertySource("systemProperties", texts));
        environment
                .getPropertySources()
                .addLast(new SystemEnvironmentPropertySource("systemEnvironment", new HashMap<>(variables)));
        environment.getPropertySources().addLast(new MapPropertySource("application", properties));
        return environment;
    }

    ConfigurationLoader loader() {
        return new ConfigurationLoader(environment(), new ConfigFileFormats(), variables::get);
    }

    LoadedConfiguration load() {
        return loader().load(content);
    }

    Configuration configuration() {
        return load().configuration();
    }

    BridgeSettings bridge() {
        return configuration().bridges().values().iterator().next();
    }

    RemoteSettings remote() {
        return configuration().remotes().values().iterator().next();
    }

    /** The problems for which the configuration is refused; none where it is not. */
    List<Problem> problems() {
        try {
            load();
            return List.of();
        } catch (InvalidConfigurationException e) {
            return e.problems();
        }
    }

    private static String read(String name) {
        try (InputStream in = ConfigurationSources.class.getResourceAsStream("/config/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
