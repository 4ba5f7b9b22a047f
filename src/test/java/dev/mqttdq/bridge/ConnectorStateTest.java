package dev.mqttdq.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectorStateTest {

    @Test
    void keepsWhatAllNodesAgreeOn() {
        for (ConnectorState state : ConnectorState.values()) {
            assertThat(ConnectorState.merge(List.of(state, state))).isEqualTo(state);
        }
    }

    @Test
    void isPartialWhenNodesDiffer() {
        assertThat(ConnectorState.merge(List.of(ConnectorState.CONNECTED, ConnectorState.DISCONNECTED)))
                .isEqualTo(ConnectorState.PARTIAL);
        assertThat(ConnectorState.merge(List.of(ConnectorState.CONNECTED, ConnectorState.MISSING)))
                .isEqualTo(ConnectorState.PARTIAL);
    }

    @Test
    void isUnknownWhenNobodyAnswered() {
        assertThat(ConnectorState.merge(List.of())).isEqualTo(ConnectorState.UNKNOWN);
    }

    @Test
    void readsOneNodesConnector() {
        assertThat(ConnectorState.of(connector(false, false))).isEqualTo(ConnectorState.MISSING);
        assertThat(ConnectorState.of(connector(true, false))).isEqualTo(ConnectorState.DISCONNECTED);
        assertThat(ConnectorState.of(connector(true, true))).isEqualTo(ConnectorState.CONNECTED);
    }

    @Test
    void countsAPartitionAsMissingIfAnyNodeMissesIt() {
        assertThat(BufferState.merge(List.of(BufferState.RUNNING, BufferState.RUNNING)))
                .isEqualTo(BufferState.RUNNING);
        assertThat(BufferState.merge(List.of(BufferState.RUNNING, BufferState.MISSING)))
                .isEqualTo(BufferState.MISSING);
        assertThat(BufferState.merge(List.of())).isEqualTo(BufferState.MISSING);
    }

    private static BridgeSnapshot.ConnectorSnapshot connector(boolean started, boolean connected) {
        return new BridgeSnapshot.ConnectorSnapshot(0, started, connected, 0, 0, 0, null);
    }
}
