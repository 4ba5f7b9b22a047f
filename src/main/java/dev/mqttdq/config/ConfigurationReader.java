package dev.mqttdq.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Turns raw settings into a {@link Configuration}, or refuses them with everything that is wrong. Used once. */
final class ConfigurationReader {

    private final RawSettings raw;
    private final Variables variables;
    private final Problems problems = new Problems();
    private final List<Notice> notices = new ArrayList<>();

    ConfigurationReader(RawSettings raw, Variables variables) {
        this.raw = raw;
        this.variables = variables;
        this.problems.addAll(raw.problems());
    }

    /**
     * The configuration.
     *
     * @throws InvalidConfigurationException with all problems
     */
    LoadedConfiguration read(Path dataDir, String nodeName) {
        LocalSettings local = new BrokerReader(fields(Section.LOCAL, "", raw.sole(Section.LOCAL))).local();
        ClusterSettings cluster = cluster();
        Map<String, RemoteSettings> remotes = new TreeMap<>();
        raw.items(Section.REMOTES)
                .forEach((name, values) ->
                        remotes.put(name, new BrokerReader(fields(Section.REMOTES, name, values)).remote(name)));
        Map<String, BridgeSettings> bridges = new TreeMap<>();
        raw.items(Section.BRIDGES)
                .forEach((name, values) -> bridges.put(
                        name,
                        new BridgeReader(name, fields(Section.BRIDGES, name, values), problems)
                                .read(remotes, dataDir)));
        MessageQueuesSettings queues = new MessageQueuesReader(raw, variables, problems, notices).read();
        Configuration configuration = new Configuration(dataDir, nodeName, local, cluster, remotes, bridges, queues);
        ConfigurationRules.check(configuration, problems, notices);
        problems.throwIfAny();
        return new LoadedConfiguration(configuration, notices);
    }

    private ClusterSettings cluster() {
        FieldReader fields = fields(Section.CLUSTER, "", raw.sole(Section.CLUSTER));
        return new ClusterSettings(
                fields.get(ClusterFields.ENABLED),
                fields.get(ClusterFields.PEERS),
                fields.get(ClusterFields.TIMEOUT),
                fields.get(ClusterFields.SHARE_GROUP));
    }

    private FieldReader fields(Section section, String name, Map<String, Object> values) {
        return new FieldReader(section.path(name), values, variables, problems, notices);
    }
}
