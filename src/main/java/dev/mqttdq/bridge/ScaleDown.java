package dev.mqttdq.bridge;

import dev.mqttdq.bridge.DrainReport.State;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Drains all bridges of a manager, on its loop. */
final class ScaleDown implements DrainOperations {

    private static final Logger log = LoggerFactory.getLogger(ScaleDown.class);
    private static final Duration LOOK = Duration.ofMillis(200);

    private final BridgeManager bridges;
    private final LongSupplier nanoTime;
    private volatile boolean asked;
    private volatile long deadlineNanos;

    /** @param nanoTime a monotonic clock */
    ScaleDown(BridgeManager bridges, LongSupplier nanoTime) {
        this.bridges = bridges;
        this.nanoTime = nanoTime;
    }

    @Override
    public DrainReport drain(Duration deadline) {
        bridges.runOnLoop(() -> begin(deadline));
        return report();
    }

    private void begin(Duration deadline) {
        boolean joins = report().state() == State.DRAINING;
        bridges.slots().forEach(BridgeSlot::drain);
        if (!joins) {
            deadlineNanos = nanoTime.getAsLong() + deadline.toNanos();
            asked = true;
            log.info("draining for scale-down, within {} s", deadline.toSeconds());
            look();
        }
    }

    private void look() {
        DrainReport now = report();
        switch (now.state()) {
            case DRAINING -> bridges.later(LOOK, this::look);
            case DRAINED -> log.info("drained: nothing remains on disk or at the local broker");
            case EXPIRED ->
                now.bridges().stream().filter(bridge -> !bridge.drained()).forEach(ScaleDown::warn);
            case SERVING -> log.info("draining ended, since all bridges were resumed");
        }
    }

    private static void warn(BridgeRemains bridge) {
        log.warn(
                "{}: not drained in time: {} messages remain in {}{}: {}",
                bridge.bridge(),
                bridge.remaining(),
                bridge.directory(),
                bridge.sessionEnded() ? "" : ", and its session stays at the local broker",
                bridge.reason());
    }

    @Override
    public DrainReport report() {
        List<BridgeSlot> enabled = bridges.slots().stream()
                .filter(slot -> slot.settings().enable())
                .toList();
        List<BridgeRemains> remains = enabled.stream()
                .filter(BridgeSlot::isDraining)
                .map(BridgeSlot::remains)
                .toList();
        return new DrainReport(state(remains, !enabled.isEmpty() && remains.isEmpty()), remains);
    }

    private State state(List<BridgeRemains> remains, boolean allResumed) {
        if (!asked || allResumed) {
            return State.SERVING;
        }
        if (remains.stream().allMatch(BridgeRemains::drained)) {
            return State.DRAINED;
        }
        return nanoTime.getAsLong() - deadlineNanos < 0 ? State.DRAINING : State.EXPIRED;
    }
}
