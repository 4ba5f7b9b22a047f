package dev.mqttdq.api;

import static dev.mqttdq.bridge.BridgeSnapshotBuilder.bridge;

import dev.mqttdq.bridge.BridgeSnapshot;
import dev.mqttdq.bridge.BridgeSnapshot.BufferSnapshot;
import dev.mqttdq.bridge.BridgeSnapshot.ConnectorSnapshot;
import dev.mqttdq.bridge.BridgeSnapshot.LocalSnapshot;
import dev.mqttdq.bridge.BridgeSnapshotBuilder;
import dev.mqttdq.store.DropReason;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Bridges whose counters move from one look to the next, in the states that the page is looked at in. */
@SuppressWarnings("ImmutableEnumChecker") // The functions hold nothing.
enum Traffic {
    EMPTY(step -> List.of()),
    HEALTHY(step -> List.of(
            flowing("to-cloud", step, 1_400).build(),
            flowing("plant-north", step, 320).build(),
            flowing("plant-south", step, 85).build(),
            flowing("metering", step, 9).build(),
            flowing("alarms", step, 0.4).build(),
            bridge("lab-archive").disabled().build())),
    OUTAGE(step -> List.of(
            flowing("to-cloud", step, 1_400).build(),
            collecting("plant-north", step, 320, "connection refused: mqtt.north.example:8883"),
            collecting("plant-south", step, 85, "CONNACK 135, not authorized"),
            half("metering", step),
            flowing("alarms", step, 0.4)
                    .local(new LocalSnapshot(false, false, "connection refused: localhost:1883"))
                    .build(),
            bridge("lab-archive").disabled().build())),
    ERROR(step -> List.of(
            flowing("to-cloud", step, 1_400).build(),
            broken("archive", step),
            flowing("plant-north", step, 320)
                    .local(new LocalSnapshot(true, false, "SUBACK 135, not authorized for plant/north/#"))
                    .build(),
            collecting("plant-south", step, 85, "certificate of mqtt.south.example has expired"),
            flowing("metering", step, 9).paused().build())),
    MANY(step -> IntStream.range(0, 200)
            .mapToObj(index -> index % 23 == 7
                    ? collecting("site-%03d".formatted(index), step, 12, "connection timed out")
                    : flowing("site-%03d".formatted(index), step, 2.0 + index % 17)
                            .build())
            .toList());

    private static final long GB = 1L << 30;
    private static final double SECONDS_PER_STEP = 2;

    private final LongFunction<List<BridgeSnapshot>> bridges;

    Traffic(LongFunction<List<BridgeSnapshot>> bridges) {
        this.bridges = bridges;
    }

    /** At one of many looks, two seconds apart. */
    List<BridgeSnapshot> at(long step) {
        return bridges.apply(step);
    }

    private static BridgeSnapshotBuilder flowing(String name, long step, double rate) {
        long enqueue = passed(name, step, rate);
        long waiting = Math.round(rate * (0.05 + 0.04 * wave(name, step * 3)));
        BridgeSnapshotBuilder snapshot = bridge(name)
                .counters(enqueue, enqueue - waiting, enqueue - waiting, 0)
                .sinceAcknowledgedMillis(20);
        for (int index = 0; index < 4; index++) {
            snapshot.buffer(partition(index, waiting / 8, null));
            snapshot.connector(new ConnectorSnapshot(index, true, true, 0, waiting / 8, 0, null));
        }
        return snapshot;
    }

    private static BridgeSnapshot collecting(String name, long step, double rate, String problem) {
        long enqueue = passed(name, step, rate);
        long published = passed(name, 40, rate);
        long waiting = Math.max(0, enqueue - published);
        BridgeSnapshotBuilder snapshot = bridge(name)
                .counters(enqueue, enqueue - waiting, enqueue - waiting, 0)
                .retried(Map.of("connect_failed", 41L, "connection_lost", 32L))
                .sinceAcknowledgedMillis(step * 2_000);
        for (int index = 0; index < 4; index++) {
            long bytes = waiting / 4 * 40_000 % GB;
            snapshot.buffer(new BufferSnapshot(index, true, false, waiting / 4, bytes, GB, (step - 40) * 2_000, null));
            snapshot.connector(new ConnectorSnapshot(index, true, false, 0, 0, 3, problem));
        }
        return snapshot.build();
    }

    private static BridgeSnapshot half(String name, long step) {
        long enqueue = passed(name, step, 9);
        return bridge(name)
                .counters(enqueue, enqueue - 240, enqueue - 240, 0)
                .retried(Map.of("timeout", 7L))
                .buffer(partition(0, 0, null))
                .buffer(new BufferSnapshot(1, true, false, 240, 48_000, GB, 61_000, null))
                .connected(0, 2)
                .disconnected("no answer within 30 s")
                .build();
    }

    private static BridgeSnapshot broken(String name, long step) {
        long enqueue = passed(name, Math.min(step, 60), 640);
        return bridge(name)
                .counters(enqueue, enqueue - 61_000, enqueue - 75_214, 14_214)
                .dropped(Map.of(DropReason.OVERFLOW, 14_002L, DropReason.EXPIRED, 212L))
                .retried(Map.of("reason_code", 1_204L, "timeout", 12L, "connection_lost", 96L))
                .buffer(new BufferSnapshot(0, true, true, 30_400, GB * 97 / 100, GB, 7_260_000, "no space left"))
                .buffer(new BufferSnapshot(1, true, false, 30_600, GB * 61 / 100, GB, 7_190_000, null))
                .buffer(new BufferSnapshot(2, false, true, 0, 0, GB, 0, "locked by another process"))
                .buffer(partition(3, 0, null))
                .connected(32, 32)
                .connected(0, 0)
                .build();
    }

    private static BufferSnapshot partition(int index, long buffered, @Nullable String problem) {
        return new BufferSnapshot(
                index, true, false, buffered, 180_000 + buffered * 300, GB, buffered > 0 ? 120 : 0, problem);
    }

    private static long passed(String name, long steps, double rate) {
        return Math.round(rate * SECONDS_PER_STEP * (steps + 3 * Math.sin(steps / 7.0 + name.length())));
    }

    private static double wave(String name, long step) {
        return Math.sin(step / 5.0 + name.hashCode());
    }
}
