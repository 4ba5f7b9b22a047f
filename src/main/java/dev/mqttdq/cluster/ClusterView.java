package dev.mqttdq.cluster;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What all nodes said at one moment, as far as they answered in time.
 *
 * @param responded the nodes that answered, by name
 * @param failed the nodes that did not, by name
 * @param timeout how long answers were waited for
 */
public record ClusterView(List<NodeView> responded, List<FailedNode> failed, Duration timeout) {

    public ClusterView {
        responded =
                responded.stream().sorted(Comparator.comparing(NodeView::node)).toList();
        failed = failed.stream().sorted(Comparator.comparing(FailedNode::node)).toList();
    }

    /** Whether every node answered. */
    public boolean complete() {
        return failed.isEmpty();
    }

    /** The longest uptime of all nodes; 0 when none answered. */
    public long uptimeSeconds() {
        return responded.stream().mapToLong(NodeView::uptimeSeconds).max().orElse(0);
    }

    /** Every bridge of every node, merged by name and sorted by it. */
    public List<MergedBridge> bridges() {
        return responded.stream()
                .flatMap(node -> node.bridges().stream())
                .collect(Collectors.groupingBy(bridge -> bridge.name(), TreeMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(nodes -> MergedBridge.of(nodes, complete()))
                .toList();
    }

    /** One bridge, merged; empty where no node has it. */
    public Optional<MergedBridge> bridge(String name) {
        return bridges().stream().filter(bridge -> bridge.name().equals(name)).findFirst();
    }
}
