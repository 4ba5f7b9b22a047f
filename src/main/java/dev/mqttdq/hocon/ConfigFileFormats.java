package dev.mqttdq.hocon;

import dev.mqttdq.config.ConfigFileParser;
import dev.mqttdq.config.ConfigSyntaxException;
import java.util.Locale;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * Reads HOCON (and JSON, which is a part of it) and YAML. A file name with a known ending decides which; any other text is
 * tried as HOCON first, then as YAML.
 */
@Component
public final class ConfigFileFormats implements ConfigFileParser {

    @Override
    public Map<String, Object> parse(String fileName, String text) throws ConfigSyntaxException {
        if (isYaml(fileName)) {
            return checked(YamlFormat::parse, text);
        }
        try {
            return checked(HoconFormat::parse, text);
        } catch (ConfigSyntaxException notHocon) {
            String name = fileName.toLowerCase(Locale.ROOT);
            if (name.endsWith(".hocon") || name.endsWith(".conf") || name.endsWith(".json")) {
                throw notHocon;
            }
            return parseYamlInstead(text, notHocon);
        }
    }

    @Override
    public String render(String fileName, Map<String, Object> tree) {
        return isYaml(fileName) ? YamlFormat.render(tree) : HoconFormat.render(tree, isJson(fileName));
    }

    private static boolean isYaml(String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT);
        return name.endsWith(".yaml") || name.endsWith(".yml");
    }

    private static boolean isJson(String fileName) {
        return fileName.toLowerCase(Locale.ROOT).endsWith(".json");
    }

    /** The libraries have no limits for everything that can be nested. */
    private static Map<String, Object> checked(Format format, String text) throws ConfigSyntaxException {
        try {
            Map<String, Object> tree = format.parse(text);
            TreeLimits.check(tree);
            return tree;
        } catch (StackOverflowError e) {
            throw TreeLimits.tooDeep();
        }
    }

    private static Map<String, Object> parseYamlInstead(String text, ConfigSyntaxException notHocon)
            throws ConfigSyntaxException {
        try {
            return checked(YamlFormat::parse, text);
        } catch (ConfigSyntaxException notYaml) {
            throw new ConfigSyntaxException(
                    "must be HOCON or YAML. As HOCON: " + notHocon.problem() + "; as YAML: " + notYaml.problem());
        }
    }

    @FunctionalInterface
    private interface Format {

        Map<String, Object> parse(String text) throws ConfigSyntaxException;
    }
}
