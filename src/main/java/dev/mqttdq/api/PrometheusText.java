package dev.mqttdq.api;

import dev.mqttdq.api.Sample.Label;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes samples as Prometheus text, version 0.0.4, with help and type lines and escaped label values. */
final class PrometheusText {

    private static final PrometheusTextFormatWriter WRITER =
            PrometheusTextFormatWriter.builder().build();

    private PrometheusText() {}

    /** UTF-8. */
    static byte[] write(List<Sample> samples) {
        Map<Series, List<Sample>> bySeries = samples.stream()
                .collect(
                        Collectors.groupingBy(sample -> sample.id().series(), LinkedHashMap::new, Collectors.toList()));
        MetricSnapshots.Builder metrics = MetricSnapshots.builder();
        bySeries.forEach((series, points) -> metrics.metricSnapshot(metric(series, points)));
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try {
            WRITER.write(text, metrics.build());
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return text.toByteArray();
    }

    private static MetricSnapshot metric(Series series, List<Sample> points) {
        return switch (series.kind()) {
            case COUNTER -> counter(series, points);
            case GAUGE -> gauge(series, points);
        };
    }

    private static MetricSnapshot counter(Series series, List<Sample> points) {
        CounterSnapshot.Builder counter =
                CounterSnapshot.builder().name(withoutTotal(series.metric())).help(series.help());
        points.forEach(point -> counter.dataPoint(CounterDataPointSnapshot.builder()
                .labels(labels(point))
                .value(point.value())
                .build()));
        return counter.build();
    }

    private static MetricSnapshot gauge(Series series, List<Sample> points) {
        GaugeSnapshot.Builder gauge =
                GaugeSnapshot.builder().name(series.metric()).help(series.help());
        points.forEach(point -> gauge.dataPoint(GaugeDataPointSnapshot.builder()
                .labels(labels(point))
                .value(point.value())
                .build()));
        return gauge.build();
    }

    /** The writer puts the suffix back. */
    private static String withoutTotal(String metric) {
        return metric.substring(0, metric.length() - "_total".length());
    }

    private static Labels labels(Sample sample) {
        Labels.Builder labels = Labels.builder();
        for (Label label : sample.id().labels()) {
            labels.label(label.name(), label.value());
        }
        return labels.build();
    }
}
