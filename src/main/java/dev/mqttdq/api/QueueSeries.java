package dev.mqttdq.api;

import dev.mqttdq.api.Sample.Label;
import dev.mqttdq.queues.QueueStats;
import dev.mqttdq.queues.QueueView;
import java.util.ArrayList;
import java.util.List;

/** Reads the values of the queues' {@link Series}: one line of each for every queue there is. */
final class QueueSeries {

    private final List<Sample> samples = new ArrayList<>();

    private QueueSeries() {}

    static List<Sample> of(List<QueueView> queues) {
        QueueSeries series = new QueueSeries();
        queues.forEach(series::add);
        return List.copyOf(series.samples);
    }

    private void add(QueueView queue) {
        List<Label> name = List.of(new Label("queue", queue.definition().name()));
        QueueStats stats = queue.stats();
        add(Series.QUEUE_MESSAGES, name, stats.messages());
        add(Series.QUEUE_BYTES, name, stats.bytes());
        add(Series.QUEUE_BYTES_ON_DISK, name, stats.bytesOnDisk());
        addLimit(
                Series.QUEUE_LIMIT_MESSAGES, name, queue.definition().settings().maxMessages());
        addLimit(Series.QUEUE_LIMIT_BYTES, name, queue.definition().settings().maxMessageBytes());
        add(Series.QUEUE_OLDEST_AGE, name, stats.oldestAgeMillis() / 1000.0);
        add(Series.QUEUE_SUBSCRIBERS, name, stats.subscribers());
        add(Series.QUEUE_SILENT, name, stats.silent());
        add(Series.QUEUE_INFLIGHT, name, stats.inflight());
        add(Series.QUEUE_ENQUEUED, name, stats.enqueued());
        add(Series.QUEUE_DELIVERED, name, stats.delivered());
        add(Series.QUEUE_ACKED, name, stats.acked());
        add(Series.QUEUE_REJECTED, name, stats.rejected());
        add(Series.QUEUE_REPLACED, name, stats.replaced());
        add(Series.QUEUE_EXPIRED, name, stats.expired());
        add(Series.QUEUE_DROPPED, name, stats.dropped());
        add(Series.QUEUE_LOCAL_CONNECTED, name, stats.localConnected() ? 1 : 0);
        add(Series.QUEUE_PROBLEM, name, stats.problem() == null ? 0 : 1);
    }

    private void addLimit(Series series, List<Label> labels, long limit) {
        if (limit != Long.MAX_VALUE) {
            add(series, labels, limit);
        }
    }

    private void add(Series series, List<Label> labels, double value) {
        samples.add(Sample.of(series, labels, value));
    }
}
