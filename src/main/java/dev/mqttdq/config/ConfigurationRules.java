package dev.mqttdq.config;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rules that concern more than one part of a configuration. */
final class ConfigurationRules {

    private ConfigurationRules() {}

    static void check(Configuration configuration, Problems problems, List<Notice> notices) {
        LocalSettings local = configuration.local();
        if (isPasswordAlone(local.username(), local.password(), local.protoVer())) {
            problems.add("local.password", passwordAlone(local.protoVer(), "proto_ver"));
        }
        for (BridgeSettings bridge : configuration.bridges().values()) {
            RemoteSettings remote = bridge.remote();
            String path = Section.BRIDGES.path(bridge.name());
            if (!problems.concern(path + ".proto_ver")
                    && isPasswordAlone(remote.username(), remote.password(), bridge.protoVer())) {
                problems.add(
                        Section.REMOTES.path(remote.name()) + ".password",
                        passwordAlone(bridge.protoVer(), path + ".proto_ver"));
            }
            boolean topicsAreValid =
                    !problems.concern(path + ".filter_topic") && !problems.concern(path + ".remote_topic");
            if (topicsAreValid && bridge.enable() && isLoop(bridge, local)) {
                problems.add(
                        path + ".remote_topic",
                        bridge.remoteTopic().value(),
                        "must lead away from filter_topic, because this remote is the local broker");
            }
        }
        warnOfSharedClientIds(configuration.bridges().values(), notices);
    }

    /** MQTT 3.1.1 section 3.1.2.9: no password flag without a user name flag. */
    private static boolean isPasswordAlone(String username, Secret password, ProtocolVersion version) {
        return version != ProtocolVersion.V5 && username.isEmpty() && !password.isEmpty();
    }

    private static String passwordAlone(ProtocolVersion version, String field) {
        return "must not be set without username where " + field + " is " + version.label();
    }

    /** Whether what the bridge publishes at the local broker comes to it again, and so on for ever. */
    private static boolean isLoop(BridgeSettings bridge, LocalSettings local) {
        if (local.address() == null || !local.address().equals(bridge.remote().address())) {
            return false;
        }
        String matching = bridge.filterTopic().value().replace('+', 'x').replace('#', 'x');
        return bridge.filterTopic().matches(bridge.remoteTopic().apply(matching));
    }

    private static void warnOfSharedClientIds(Collection<BridgeSettings> bridges, List<Notice> notices) {
        Map<String, String> firstByClientIds = new HashMap<>();
        for (BridgeSettings bridge : bridges) {
            String clientIds = bridge.remote().server() + " " + bridge.clientidPrefix();
            String first = firstByClientIds.putIfAbsent(clientIds, bridge.name());
            if (first != null && bridge.enable()) {
                notices.add(new Notice(
                        Notice.Severity.WARNING,
                        Section.BRIDGES.path(bridge.name()) + ".clientid_prefix is also that of bridge '" + first
                                + "' at the same remote: their connections would take each other over"));
            }
        }
    }
}
