package dev.mqttdq.api;

import dev.mqttdq.cluster.Membership;
import dev.mqttdq.drain.DrainOperations;
import dev.mqttdq.drain.DrainReport;
import dev.mqttdq.drain.DrainReport.State;
import dev.mqttdq.drain.Remains;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** An instance whose one bridge never empties, while its one message queue is empty; leaves or stays as a test says. */
final class FakeDrain implements DrainOperations, Membership {

    private static final Remains BRIDGE =
            new Remains("to-cloud", Path.of("/data/queues/to-cloud"), 7, true, "remote not connected: refused");
    private static final Remains QUEUE = new Remains("orders", Path.of("/data/message_queues/1"), 0, true, null);

    private final List<Duration> calls = new ArrayList<>();
    private boolean leaving;

    synchronized void startAnew(boolean leaving) {
        calls.clear();
        this.leaving = leaving;
    }

    synchronized List<Duration> calls() {
        return List.copyOf(calls);
    }

    @Override
    public synchronized DrainReport drain(Duration deadline) {
        calls.add(deadline);
        return report();
    }

    @Override
    public synchronized DrainReport report() {
        return calls.isEmpty()
                ? new DrainReport(State.SERVING, List.of(), List.of())
                : new DrainReport(State.DRAINING, List.of(BRIDGE), List.of(QUEUE));
    }

    @Override
    public synchronized Outlook outlook() {
        return new Outlook(leaving, leaving ? "scaled down" : "it only restarts");
    }
}
