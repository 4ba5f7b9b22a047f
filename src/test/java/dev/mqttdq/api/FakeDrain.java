package dev.mqttdq.api;

import dev.mqttdq.bridge.BridgeRemains;
import dev.mqttdq.bridge.DrainOperations;
import dev.mqttdq.bridge.DrainReport;
import dev.mqttdq.bridge.DrainReport.State;
import dev.mqttdq.cluster.Membership;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** An instance whose one bridge never empties; leaves or stays as a test says. */
final class FakeDrain implements DrainOperations, Membership {

    private static final BridgeRemains REMAINS =
            new BridgeRemains("to-cloud", Path.of("/data/queues/to-cloud"), 7, true, "remote not connected: refused");

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
                ? new DrainReport(State.SERVING, List.of())
                : new DrainReport(State.DRAINING, List.of(REMAINS));
    }

    @Override
    public synchronized Outlook outlook() {
        return new Outlook(leaving, leaving ? "scaled down" : "it only restarts");
    }
}
