package dev.mqttdq.hocon;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigSyntax;
import com.typesafe.config.ConfigValueFactory;
import dev.mqttdq.config.ConfigSyntaxException;
import java.util.Map;

/** HOCON, without includes and without the process's environment: a text means the same wherever it is read. */
final class HoconFormat {

    private HoconFormat() {}

    static Map<String, Object> parse(String text) throws ConfigSyntaxException {
        try {
            return ConfigFactory.parseString(
                            text,
                            ConfigParseOptions.defaults()
                                    .setSyntax(ConfigSyntax.CONF)
                                    .setIncluder(new RefusedIncluder()))
                    .resolve(ConfigResolveOptions.noSystem())
                    .root()
                    .unwrapped();
        } catch (ConfigException.UnresolvedSubstitution e) {
            throw new ConfigSyntaxException(
                    line(e) + "must define what ${...} without quotes refers to; in quotes it is plain text");
        } catch (RefusedIncluder.IncludeException e) {
            throw new ConfigSyntaxException("must not include other files");
        } catch (ConfigException e) {
            // The library's own words quote the text, which may hold secrets.
            throw new ConfigSyntaxException(
                    line(e) + "must be valid HOCON; values with any of : / # $ { } [ ] + , = stand in quotes");
        }
    }

    static String render(Map<String, Object> tree, boolean asJson) {
        return ConfigValueFactory.fromMap(tree)
                .render(ConfigRenderOptions.defaults().setOriginComments(false).setJson(asJson));
    }

    private static String line(ConfigException e) {
        return e.origin() == null || e.origin().lineNumber() < 1
                ? ""
                : "line " + e.origin().lineNumber() + " ";
    }
}
