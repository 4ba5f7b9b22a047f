package dev.mqttdq.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.mqttdq.bridge.BridgeRemains;
import dev.mqttdq.bridge.DrainReport;
import dev.mqttdq.cluster.Membership.Outlook;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * How far the drain of this instance is.
 *
 * @param leaving whether this instance goes away for good; null where that was not asked
 */
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.ALWAYS)
@JsonPropertyOrder({"state", "leaving", "leaving_reason", "bridges"})
record DrainJson(
        String state, @Nullable Boolean leaving, @Nullable String leavingReason, List<Remains> bridges) {

    static DrainJson of(DrainReport report, @Nullable Outlook outlook) {
        return new DrainJson(
                report.state().name().toLowerCase(Locale.ROOT),
                outlook == null ? null : outlook.leaving(),
                outlook == null ? null : outlook.reason(),
                report.bridges().stream().map(Remains::of).toList());
    }

    /** What is left of one bridge. */
    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.ALWAYS)
    @JsonPropertyOrder({"bridge", "drained", "remaining", "session_ended", "reason", "directory"})
    record Remains(
            String bridge,
            boolean drained,
            long remaining,
            boolean sessionEnded,
            @Nullable String reason,
            String directory) {

        static Remains of(BridgeRemains remains) {
            return new Remains(
                    remains.bridge(),
                    remains.drained(),
                    remains.remaining(),
                    remains.sessionEnded(),
                    remains.reason(),
                    remains.directory().toString());
        }
    }
}
