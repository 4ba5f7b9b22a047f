package dev.mqttdq.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.mqttdq.cluster.Membership.Outlook;
import dev.mqttdq.drain.DrainReport;
import dev.mqttdq.drain.Remains;
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
@JsonPropertyOrder({"state", "leaving", "leaving_reason", "bridges", "queues"})
record DrainJson(
        String state,
        @Nullable Boolean leaving,
        @Nullable String leavingReason,
        List<BridgeLeft> bridges,
        List<QueueLeft> queues) {

    static DrainJson of(DrainReport report, @Nullable Outlook outlook) {
        return new DrainJson(
                report.state().name().toLowerCase(Locale.ROOT),
                outlook == null ? null : outlook.leaving(),
                outlook == null ? null : outlook.reason(),
                report.bridges().stream()
                        .map(bridge -> new BridgeLeft(bridge.name(), Left.of(bridge)))
                        .toList(),
                report.queues().stream()
                        .map(queue -> new QueueLeft(queue.name(), Left.of(queue)))
                        .toList());
    }

    /** What is left of one bridge. */
    @JsonPropertyOrder({"bridge"})
    record BridgeLeft(String bridge, @JsonUnwrapped Left left) {}

    /** What is left of one message queue. */
    @JsonPropertyOrder({"queue"})
    record QueueLeft(String queue, @JsonUnwrapped Left left) {}

    /** What is left of either. */
    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.ALWAYS)
    @JsonPropertyOrder({"drained", "remaining", "session_ended", "reason", "directory"})
    record Left(
            boolean drained,
            long remaining,
            boolean sessionEnded,
            @Nullable String reason,
            String directory) {

        static Left of(Remains remains) {
            return new Left(
                    remains.drained(),
                    remains.remaining(),
                    remains.sessionEnded(),
                    remains.reason(),
                    remains.directory().toString());
        }
    }
}
