package dev.mqttdq.cluster;

import static dev.mqttdq.bridge.BridgeSnapshotBuilder.bridge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mqttdq.bridge.BridgeSnapshot.BufferSnapshot;
import dev.mqttdq.bridge.BridgeSnapshot.LocalSnapshot;
import dev.mqttdq.store.DropReason;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeCodecTest {

    private static final NodeView VIEW = new NodeView(
            "node-a",
            "i",
            17,
            List.of(
                    bridge("to-cloud")
                            .counters(10, 8, 7, 1)
                            .retried(Map.of("timeout", 1L))
                            .dropped(Map.of(DropReason.OVERFLOW, 1L, DropReason.EXPIRED, 0L))
                            .buffer(new BufferSnapshot(0, true, true, 3, 100, 1_000, 12, "no space left"))
                            .connected(1, 2)
                            .disconnected("refused")
                            .local(new LocalSnapshot(true, false, "not authorized"))
                            .paused()
                            .lastError("refused")
                            .build(),
                    bridge("off").disabled().build()));

    private final NodeCodec codec = new NodeCodec();

    @Test
    void readsWhatItWrote() throws PeerException {
        assertThat(codec.read(codec.write(VIEW))).isEqualTo(VIEW);
    }

    @Test
    void takesNoViewWithoutAName() {
        String text = new String(codec.write(VIEW), StandardCharsets.UTF_8);

        for (String nameless : List.of(
                text.replace("\"node-a\"", "null"),
                text.replace("\"to-cloud\"", "null"),
                text.replace("\"instance\":\"i\"", "\"instance\":null"))) {
            assertThatThrownBy(() -> codec.read(nameless.getBytes(StandardCharsets.UTF_8)))
                    .as(nameless)
                    .isInstanceOf(PeerException.class)
                    .hasMessage("answered a view with something missing");
        }
    }

    @Test
    void takesNoViewWithoutACount() {
        String text = new String(codec.write(VIEW), StandardCharsets.UTF_8).replace("\"enqueue\":10,", "");

        assertThatThrownBy(() -> codec.read(text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(PeerException.class)
                .hasMessageContaining("enqueue");
    }

    @Test
    void takesNothingElse() {
        for (String text : List.of(
                "",
                "null",
                "[]",
                "<html>",
                "\"protocol\"",
                "{\"protocol\":\"1\"}",
                "{\"protocol\":1}",
                "{\"protocol\":1,\"view\":null}",
                "{\"protocol\":1,\"view\":[]}",
                view("null"),
                view("[null]"),
                view("[{}]"),
                "[".repeat(5000))) {
            assertThatThrownBy(() -> codec.read(text.getBytes(StandardCharsets.UTF_8)))
                    .as(text)
                    .isInstanceOf(PeerException.class);
        }
    }

    private static String view(String bridges) {
        return "{\"protocol\":1,\"view\":{\"node\":\"a\",\"instance\":\"i\",\"uptime_seconds\":1,\"bridges\":" + bridges
                + "}}";
    }
}
