package dev.mqttdq.api;

import dev.mqttdq.api.Sample.Label;
import dev.mqttdq.bridge.BridgeStatus;
import dev.mqttdq.bridge.ConnectorState;
import dev.mqttdq.cluster.BufferRow;
import dev.mqttdq.cluster.ClusterView;
import dev.mqttdq.cluster.ConnectorRow;
import dev.mqttdq.cluster.MergedBridge;
import dev.mqttdq.config.ConfigurationState;
import dev.mqttdq.session.RemoteException;
import dev.mqttdq.store.DropReason;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the values of all {@link Series} off one view. Every status and every reason has a line from the start, so that a
 * rate over it is right from the first change on; nothing else than the configuration decides how many lines there are.
 */
final class BridgeSeries {

    private final List<Sample> samples = new ArrayList<>();

    private BridgeSeries() {}

    /** The series that the plugin has too. */
    static List<Sample> specified(ClusterView view) {
        BridgeSeries series = new BridgeSeries();
        series.addSpecified(view, view.bridges());
        return List.copyOf(series.samples);
    }

    /** All series. */
    static List<Sample> all(ClusterView view, ConfigurationState configuration) {
        BridgeSeries series = new BridgeSeries();
        List<MergedBridge> bridges = view.bridges();
        series.addSpecified(view, bridges);
        bridges.forEach(series::addOwn);
        series.addOwn(configuration);
        return List.copyOf(series.samples);
    }

    private void addSpecified(ClusterView view, List<MergedBridge> bridges) {
        add(Series.UPTIME, List.of(), view.uptimeSeconds());
        add(
                Series.SUMMARY_BUFFERED,
                List.of(),
                bridges.stream().mapToLong(MergedBridge::buffered).sum());
        bridges.forEach(this::addSpecified);
    }

    private void addSpecified(MergedBridge bridge) {
        Label name = new Label("bridge", bridge.name());
        add(Series.ENQUEUE, List.of(name), bridge.enqueue());
        add(Series.DEQUEUE, List.of(name), bridge.dequeue());
        add(Series.PUBLISH, List.of(name), bridge.publish());
        add(Series.DROP, List.of(name), bridge.drop());
        for (BridgeStatus status : BridgeStatus.values()) {
            add(Series.STATUS, List.of(name, new Label("status", status.label())), flag(status == bridge.status()));
        }
        for (RemoteException.Reason reason : RemoteException.Reason.values()) {
            long retries = bridge.retriedByReason().getOrDefault(reason.label(), 0L);
            add(Series.RETRY_REASON, List.of(name, new Label("reason", reason.label())), retries);
        }
        for (BufferRow row : bridge.buffers()) {
            add(Series.BUFFERED, indexed(name, row.index()), row.buffered());
        }
        for (ConnectorRow row : bridge.connectors()) {
            add(Series.BACKLOG, indexed(name, row.index()), row.backlog());
            add(Series.INFLIGHT, indexed(name, row.index()), row.inflight());
        }
    }

    private void addOwn(MergedBridge bridge) {
        Label name = new Label("bridge", bridge.name());
        add(Series.LOCAL_CONNECTED, List.of(name), flag(bridge.enabled() && bridge.localConnected()));
        for (DropReason reason : DropReason.ofBridges()) {
            long dropped = bridge.dropByReason().getOrDefault(reason, 0L);
            add(Series.DROP_REASON, List.of(name, new Label("reason", reason.label())), dropped);
        }
        for (BufferRow row : bridge.buffers()) {
            add(Series.BYTES_ON_DISK, indexed(name, row.index()), row.bytesOnDisk());
            add(Series.BYTES_LIMIT, indexed(name, row.index()), row.maxTotalBytes());
            add(Series.OLDEST_AGE, indexed(name, row.index()), row.oldestAgeMillis() / 1000.0);
        }
        for (ConnectorRow row : bridge.connectors()) {
            add(Series.CONNECTED, indexed(name, row.index()), flag(row.state() == ConnectorState.CONNECTED));
            add(Series.RECONNECTS, indexed(name, row.index()), row.reconnects());
        }
    }

    private void addOwn(ConfigurationState configuration) {
        add(Series.CONFIG_GENERATION, List.of(), configuration.generation());
        add(Series.CONFIG_REJECTED, List.of(), flag(configuration.isRejected()));
        add(Series.CONFIG_RELOAD, List.of(), configuration.lastReload().at().getEpochSecond());
    }

    private static List<Label> indexed(Label bridge, int index) {
        return List.of(bridge, new Label("index", Integer.toString(index)));
    }

    private static long flag(boolean set) {
        return set ? 1 : 0;
    }

    /** Exact up to 2^53, which no counter here lives long enough to reach. */
    private void add(Series series, List<Label> labels, long count) {
        add(series, labels, (double) count);
    }

    private void add(Series series, List<Label> labels, double value) {
        samples.add(Sample.of(series, labels, value));
    }
}
