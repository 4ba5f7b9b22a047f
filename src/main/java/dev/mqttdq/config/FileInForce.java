package dev.mqttdq.config;

import java.util.List;
import java.util.Map;

/**
 * What stood in the configuration file when what is in force was read from it; nothing where there is no file. Holds the
 * file's secrets and the names of its variables, but not their values. Used by one thread.
 */
final class FileInForce {

    private final Map<String, Object> tree;

    FileInForce(Map<String, Object> tree) {
        this.tree = tree;
    }

    RawSettings settings() {
        return RawSettings.ofTree(tree, Section.OF_FILE);
    }

    /**
     * To be called before another tree takes this one's place.
     *
     * @throws InvalidConfigurationException if it holds nothing at all while this one holds something: a file that was cut
     *     off, by a full disk or a copy that stalled, must not end bridges
     */
    void checkNext(Map<String, Object> next) {
        if (next.isEmpty() && !settings().isEmpty()) {
            throw new InvalidConfigurationException(List.of(new Problem(
                    Section.BRIDGES.key(),
                    null,
                    "must be written out where nothing else is, if only as 'bridges {}'")));
        }
    }
}
