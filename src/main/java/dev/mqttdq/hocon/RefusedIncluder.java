package dev.mqttdq.hocon;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderClasspath;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigIncluderURL;
import com.typesafe.config.ConfigObject;
import java.io.File;
import java.net.URL;

/**
 * Refuses every include: only the one file is watched, and a text that comes over the network must not read files or
 * open URLs.
 */
final class RefusedIncluder implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderURL, ConfigIncluderClasspath {

    /** There was an include. */
    static final class IncludeException extends ConfigException {

        private static final long serialVersionUID = 1L;

        IncludeException() {
            super("include");
        }
    }

    @Override
    public ConfigIncluder withFallback(ConfigIncluder fallback) {
        return this;
    }

    @Override
    public ConfigObject include(ConfigIncludeContext context, String what) {
        throw new IncludeException();
    }

    @Override
    public ConfigObject includeFile(ConfigIncludeContext context, File what) {
        throw new IncludeException();
    }

    @Override
    public ConfigObject includeURL(ConfigIncludeContext context, URL what) {
        throw new IncludeException();
    }

    @Override
    public ConfigObject includeResources(ConfigIncludeContext context, String what) {
        throw new IncludeException();
    }
}
