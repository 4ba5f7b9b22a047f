package dev.mqttdq.api;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.mqttdq.config.ConfigurationChange;
import dev.mqttdq.config.ConfigurationDiff.Kind;
import dev.mqttdq.config.Notice;
import java.util.List;
import java.util.Map.Entry;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** What a new configuration changed, or would change; bridges by name, queues as a whole. */
@JsonNaming(SnakeCaseStrategy.class)
@JsonPropertyOrder({
    "generation",
    "dry_run",
    "added",
    "removed",
    "disabled",
    "rebuilt",
    "reconfigured",
    "queues",
    "notices"
})
record ConfigurationChangeJson(
        long generation,
        boolean dryRun,
        Set<String> added,
        Set<String> removed,
        Set<String> disabled,
        List<String> rebuilt,
        List<String> reconfigured,
        boolean queues,
        List<String> notices) {

    static ConfigurationChangeJson of(ConfigurationChange change, boolean dryRun) {
        return new ConfigurationChangeJson(
                change.generation(),
                dryRun,
                change.diff().added(),
                change.diff().removed(),
                change.diff().disabled(),
                changed(change, Kind.REBUILD),
                changed(change, Kind.SENDING_ONLY),
                change.diff().queues(),
                change.notices().stream().map(Notice::text).toList());
    }

    private static List<String> changed(ConfigurationChange change, Kind kind) {
        return change.diff().changed().entrySet().stream()
                .filter(entry -> entry.getValue() == kind)
                .map(Entry::getKey)
                .sorted()
                .collect(Collectors.toUnmodifiableList());
    }
}
