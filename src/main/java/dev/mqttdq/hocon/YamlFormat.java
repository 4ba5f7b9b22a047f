package dev.mqttdq.hocon;

import dev.mqttdq.config.ConfigSyntaxException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** YAML 1.1: one document of maps. */
final class YamlFormat {

    private YamlFormat() {}

    static Map<String, Object> parse(String text) throws ConfigSyntaxException {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        try {
            Object document = new Yaml(new SafeConstructor(options)).load(text);
            if (document == null) {
                return Map.of();
            }
            if (document instanceof Map<?, ?> map) {
                Map<String, Object> tree = new LinkedHashMap<>();
                map.forEach((key, value) -> tree.put(String.valueOf(key), value));
                return tree;
            }
            throw new ConfigSyntaxException("must be a map at the top level");
        } catch (MarkedYAMLException e) {
            // The library's own words quote the text, which may hold secrets.
            String line = e.getProblemMark() == null
                    ? ""
                    : "line " + (e.getProblemMark().getLine() + 1) + " ";
            throw new ConfigSyntaxException(line + "must be valid YAML without repeated keys");
        } catch (YAMLException e) {
            throw new ConfigSyntaxException("must be valid YAML");
        }
    }

    static String render(Map<String, Object> tree) {
        DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        return new Yaml(options).dump(tree);
    }
}
