package dev.mqttdq.cluster;

import dev.mqttdq.config.ServerAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes one view of what came from all addresses: this instance counts once whether it is among them or not, and so does
 * another that has two addresses. Remembers by which name an address last answered. Thread-safe.
 */
final class RollCall {

    private final Map<ServerAddress, String> names = new ConcurrentHashMap<>();

    ClusterView of(NodeView self, Collection<PeerAnswer> answers, Duration timeout) {
        Map<String, NodeView> byName = new LinkedHashMap<>(Map.of(self.node(), self));
        List<FailedNode> failed = new ArrayList<>();
        answers.stream()
                .sorted(Comparator.comparing(answer -> answer.address().toString()))
                .forEach(answer -> {
                    if (answer instanceof PeerAnswer.Answered answered) {
                        count(answered, byName, failed);
                    } else if (answer instanceof PeerAnswer.Failed silent) {
                        String name = names.getOrDefault(
                                silent.address(), silent.address().toString());
                        failed.add(new FailedNode(name, silent.reason()));
                    }
                });
        names.keySet().retainAll(answers.stream().map(PeerAnswer::address).toList());
        return new ClusterView(List.copyOf(byName.values()), failed, timeout);
    }

    private void count(PeerAnswer.Answered answer, Map<String, NodeView> byName, List<FailedNode> failed) {
        NodeView view = answer.view();
        NodeView first = byName.putIfAbsent(view.node(), view);
        if (first == null || first.instance().equals(view.instance())) {
            names.put(answer.address(), view.node());
        } else {
            failed.add(new FailedNode(
                    answer.address().toString(),
                    "calls itself '%s' as another instance does: each needs its own mqtt-dq.node-name"
                            .formatted(view.node())));
        }
    }
}
