package dev.mqttdq.cluster;

import static dev.mqttdq.bridge.BridgeSnapshotBuilder.healthy;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LocalNodeTest {

    @Test
    void isAWholeClusterOfOne() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
        LocalNode node = new LocalNode("node-a", () -> List.of(healthy("a").build()), now::get, Duration.ofSeconds(5));
        now.set(Instant.EPOCH.plusSeconds(123));

        ClusterView view = node.current();

        assertThat(view.complete()).isTrue();
        assertThat(view.responded()).extracting(NodeView::node).containsExactly("node-a");
        assertThat(view.failed()).isEmpty();
        assertThat(view.timeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(view.uptimeSeconds()).isEqualTo(123);
        assertThat(view.bridges()).hasSize(1);
    }
}
