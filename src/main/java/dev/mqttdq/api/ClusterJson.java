package dev.mqttdq.api;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.mqttdq.cluster.ClusterView;
import dev.mqttdq.cluster.FailedNode;
import dev.mqttdq.cluster.NodeView;
import java.util.List;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** How complete an answer is: the {@code cluster} block. */
@JsonNaming(SnakeCaseStrategy.class)
@JsonPropertyOrder({"complete", "responded_nodes", "failed_nodes", "timeout_ms"})
record ClusterJson(boolean complete, List<String> respondedNodes, List<FailedNodeJson> failedNodes, long timeoutMs) {

    static ClusterJson of(ClusterView view) {
        return new ClusterJson(
                view.complete(),
                view.responded().stream().map(NodeView::node).toList(),
                view.failed().stream().map(FailedNodeJson::of).toList(),
                view.timeout().toMillis());
    }

    @JsonPropertyOrder({"node", "reason"})
    record FailedNodeJson(String node, String reason) {

        static FailedNodeJson of(FailedNode failed) {
            return new FailedNodeJson(failed.node(), failed.reason());
        }
    }
}
