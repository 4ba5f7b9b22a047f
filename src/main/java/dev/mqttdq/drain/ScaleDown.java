package dev.mqttdq.drain;

import dev.mqttdq.drain.DrainReport.State;
import dev.mqttdq.drain.Drainable.Kind;
import dev.mqttdq.session.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Drains all there is. The thread {@code scale-down} watches how far it is, from the first drain on. */
final class ScaleDown implements DrainOperations, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ScaleDown.class);
    private static final Duration LOOK = Duration.ofMillis(200);

    private final List<Drainable> parts;
    private final LongSupplier nanoTime;
    private volatile boolean asked;
    private volatile long deadlineNanos;
    private @Nullable EventLoop watch;

    /** @param nanoTime a monotonic clock */
    ScaleDown(List<Drainable> parts, LongSupplier nanoTime) {
        this.parts = List.copyOf(parts);
        this.nanoTime = nanoTime;
    }

    @Override
    public synchronized DrainReport drain(Duration deadline) {
        boolean joins = report().state() == State.DRAINING;
        parts.forEach(Drainable::drain);
        if (!joins) {
            deadlineNanos = nanoTime.getAsLong() + deadline.toNanos();
            asked = true;
            log.info("draining for scale-down, within {} s", deadline.toSeconds());
            if (watch == null) {
                watch = new EventLoop("scale-down", nanoTime);
            }
            EventLoop watching = watch;
            watching.execute(() -> look(watching));
        }
        return report();
    }

    private void look(EventLoop watching) {
        DrainReport now = report();
        switch (now.state()) {
            case DRAINING -> watching.schedule(LOOK, () -> look(watching));
            case DRAINED -> log.info("drained: nothing remains on disk or at the local broker");
            case EXPIRED -> now.all().filter(part -> !part.drained()).forEach(ScaleDown::warn);
            case SERVING -> log.info("draining ended, since all bridges were resumed");
        }
    }

    private static void warn(Remains part) {
        log.warn(
                "{}: not drained in time: {} messages remain in {}{}: {}",
                part.name(),
                part.remaining(),
                part.directory(),
                part.sessionEnded() ? "" : ", and its session stays at the local broker",
                part.reason());
    }

    @Override
    public DrainReport report() {
        List<Remains> bridges = remains(Kind.BRIDGE);
        List<Remains> queues = remains(Kind.QUEUE);
        DrainReport counted = new DrainReport(State.SERVING, bridges, queues);
        return new DrainReport(state(counted), bridges, queues);
    }

    private List<Remains> remains(Kind kind) {
        return parts.stream()
                .filter(part -> part.kind() == kind)
                .flatMap(part -> part.remains().stream())
                .toList();
    }

    private State state(DrainReport remains) {
        boolean allResumed = remains.all().findAny().isEmpty() && parts.stream().anyMatch(Drainable::isServing);
        if (!asked || allResumed) {
            return State.SERVING;
        }
        if (remains.all().allMatch(Remains::drained)) {
            return State.DRAINED;
        }
        return nanoTime.getAsLong() - deadlineNanos < 0 ? State.DRAINING : State.EXPIRED;
    }

    @Override
    public synchronized void close() {
        if (watch != null) {
            watch.close();
        }
    }
}
