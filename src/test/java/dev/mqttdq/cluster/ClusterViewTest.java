package dev.mqttdq.cluster;

import static dev.mqttdq.bridge.BridgeSnapshotBuilder.bridge;
import static dev.mqttdq.bridge.BridgeSnapshotBuilder.healthy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.bridge.BridgeSnapshot;
import dev.mqttdq.bridge.BridgeSnapshot.BufferSnapshot;
import dev.mqttdq.bridge.BridgeSnapshot.LocalSnapshot;
import dev.mqttdq.bridge.BridgeStatus;
import dev.mqttdq.bridge.BufferState;
import dev.mqttdq.bridge.ConnectorState;
import dev.mqttdq.bridge.RuntimeState;
import dev.mqttdq.store.DropReason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClusterViewTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    @Test
    void sortsBridgesByName() {
        ClusterView view =
                alone(healthy("b").build(), healthy("a").build(), healthy("B").build());

        assertThat(view.bridges()).extracting(MergedBridge::name).containsExactly("B", "a", "b");
    }

    @Test
    void addsUpCountersOfAllNodes() {
        ClusterView view = cluster(
                healthy("a")
                        .counters(10, 8, 7, 1)
                        .retried(Map.of("timeout", 1L))
                        .dropped(Map.of(DropReason.OVERFLOW, 1L))
                        .build(),
                healthy("a")
                        .counters(5, 5, 3, 2)
                        .retried(Map.of("timeout", 2L, "other", 3L))
                        .dropped(Map.of(DropReason.OVERFLOW, 1L, DropReason.EXPIRED, 1L))
                        .build());

        assertThat(view.bridges()).singleElement().satisfies(merged -> {
            assertThat(merged.enqueue()).isEqualTo(15);
            assertThat(merged.dequeue()).isEqualTo(13);
            assertThat(merged.publish()).isEqualTo(10);
            assertThat(merged.drop()).isEqualTo(3);
            assertThat(merged.retriedByReason()).containsExactly(Map.entry("other", 3L), Map.entry("timeout", 3L));
            assertThat(merged.dropByReason())
                    .containsExactly(Map.entry(DropReason.OVERFLOW, 2L), Map.entry(DropReason.EXPIRED, 1L));
        });
    }

    @Test
    void mergesRowsByIndex() {
        ClusterView view = cluster(
                bridge("a").buffer(3).connected(1, 2).connected(0, 0).build(),
                bridge("a").buffer(4).connected(5, 6).disconnected("refused").build());

        assertThat(view.bridges()).singleElement().satisfies(merged -> {
            assertThat(merged.buffers()).containsExactly(new BufferRow(0, BufferState.RUNNING, 7, 0, 2_000, 0, null));
            assertThat(merged.connectors())
                    .containsExactly(
                            new ConnectorRow(0, ConnectorState.CONNECTED, 6, 8, 0, null),
                            new ConnectorRow(1, ConnectorState.PARTIAL, 0, 0, 0, "refused"));
            assertThat(merged.status()).isEqualTo(BridgeStatus.PARTIAL);
            assertThat(merged.statusReason()).isEqualTo("Only part of the connector capacity is connected: refused");
        });
    }

    @Test
    void isPartialWhileANodeIsSilent() {
        ClusterView view = new ClusterView(
                List.of(new NodeView("n1", "in1", 5, List.of(healthy("a").build()))),
                List.of(new FailedNode("n2", "timeout")),
                TIMEOUT);

        assertThat(view.complete()).isFalse();
        assertThat(view.bridge("a").orElseThrow().status()).isEqualTo(BridgeStatus.PARTIAL);
    }

    @Test
    void takesTheLongestUptime() {
        ClusterView view = new ClusterView(
                List.of(new NodeView("n1", "in1", 5, List.of()), new NodeView("n2", "in2", 9, List.of())),
                List.of(),
                TIMEOUT);

        assertThat(view.uptimeSeconds()).isEqualTo(9);
    }

    @Test
    void sortsNodesByName() {
        ClusterView view = new ClusterView(
                List.of(new NodeView("n2", "in2", 0, List.of()), new NodeView("n1", "in1", 0, List.of())),
                List.of(new FailedNode("n4", "x"), new FailedNode("n3", "x")),
                TIMEOUT);

        assertThat(view.responded()).extracting(NodeView::node).containsExactly("n1", "n2");
        assertThat(view.failed()).extracting(FailedNode::node).containsExactly("n3", "n4");
    }

    @Test
    void hasNoBridgeOfAnUnknownName() {
        assertThat(alone(healthy("a").build()).bridge("b")).isEmpty();
    }

    @Test
    void callsABrokenStoreAnErrorWithItsCause() {
        MergedBridge merged = only(bridge("a")
                .buffer(new BufferSnapshot(0, true, false, 0, 0, 1_000, 0, "lost 3 messages"))
                .buffer(new BufferSnapshot(1, true, true, 0, 0, 1_000, 0, "no space left"))
                .connected(0, 0)
                .build());

        assertThat(merged.status()).isEqualTo(BridgeStatus.ERROR);
        assertThat(merged.runtimeState()).isEqualTo(RuntimeState.DEGRADED);
        assertThat(merged.statusReason()).isEqualTo("A queue partition cannot store messages: no space left");
    }

    @Test
    void tellsOfAPartitionThatLostMessagesWhenOpened() {
        MergedBridge merged = only(bridge("a")
                .buffer(new BufferSnapshot(0, true, false, 0, 0, 1_000, 0, "segment 3 is corrupt"))
                .connected(0, 0)
                .build());

        assertThat(merged.status()).isEqualTo(BridgeStatus.PARTIAL);
        assertThat(merged.statusReason()).endsWith("segment 3 is corrupt");
    }

    @Test
    void tellsARefusedSubscriptionFromAPendingOneAndADeadBroker() {
        assertThat(only(healthy("a")
                                .local(new LocalSnapshot(true, false, "not authorized"))
                                .build())
                        .status())
                .isEqualTo(BridgeStatus.ERROR);
        assertThat(only(healthy("a").local(new LocalSnapshot(true, false, null)).build())
                        .status())
                .isEqualTo(BridgeStatus.PARTIAL);
        assertThat(only(healthy("a")
                                .local(new LocalSnapshot(false, false, "refused"))
                                .build())
                        .statusReason())
                .isEqualTo("The local broker is not connected: refused");
    }

    @Test
    void saysThatOneNodeIsDraining() {
        ClusterView view = cluster(
                healthy("a").build(),
                healthy("a").local(new LocalSnapshot(false, false, null, true)).build());
        MergedBridge merged = view.bridge("a").orElseThrow();

        assertThat(merged.status()).isEqualTo(BridgeStatus.PARTIAL);
        assertThat(merged.statusReason()).startsWith("Draining for scale-down");
        assertThat(merged.localConnected()).isFalse();
    }

    @Test
    void isStalledOnlyIfMessagesWaitAndNoneWasAcknowledged() {
        assertThat(waiting(31_000, 31_000).status()).isEqualTo(BridgeStatus.PARTIAL);
        assertThat(waiting(31_000, 1_000).status()).isEqualTo(BridgeStatus.OK);
        assertThat(waiting(1_000, 31_000).status()).isEqualTo(BridgeStatus.OK);
        assertThat(waiting(0, 31_000).status()).isEqualTo(BridgeStatus.OK);
    }

    @Test
    void isEnabledIfAnyNodeHasItEnabled() {
        ClusterView view = cluster(bridge("a").disabled().build(), healthy("a").build());

        assertThat(view.bridges()).singleElement().satisfies(merged -> {
            assertThat(merged.enabled()).isTrue();
            assertThat(merged.localConnected()).isTrue();
        });
    }

    @Test
    void showsAPausedBridge() {
        MergedBridge merged = only(healthy("a").paused().build());

        assertThat(merged.paused()).isTrue();
        assertThat(merged.status()).isEqualTo(BridgeStatus.PARTIAL);
    }

    private static MergedBridge waiting(long oldestAgeMillis, long sinceAcknowledgedMillis) {
        return only(bridge("a")
                .buffer(new BufferSnapshot(0, true, false, 1, 100, 1_000, oldestAgeMillis, null))
                .connected(0, 0)
                .sinceAcknowledgedMillis(sinceAcknowledgedMillis)
                .build());
    }

    private static MergedBridge only(BridgeSnapshot snapshot) {
        return alone(snapshot).bridges().get(0);
    }

    private static ClusterView alone(BridgeSnapshot... bridges) {
        return new ClusterView(List.of(new NodeView("n1", "in1", 0, List.of(bridges))), List.of(), TIMEOUT);
    }

    private static ClusterView cluster(BridgeSnapshot first, BridgeSnapshot second) {
        return new ClusterView(
                List.of(new NodeView("n1", "in1", 0, List.of(first)), new NodeView("n2", "in2", 0, List.of(second))),
                List.of(),
                TIMEOUT);
    }
}
