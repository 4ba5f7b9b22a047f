package dev.mqttdq.api;

import dev.mqttdq.cluster.LocalNode;
import dev.mqttdq.queues.MessageQueues;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * This instance's {@link Series} as Micrometer meters. {@link #refresh} takes one view for all of them, so that the values
 * of one scrape fit together, and adds and removes meters as bridges and queues come and go: what is removed leaves nothing
 * behind.
 * Its values are as old as the last refresh. Any thread may read; one at a time refreshes.
 */
final class BridgeMeters implements MeterBinder {

    private final LocalNode node;
    private final ConfigurationStates configurations;
    private final MessageQueues queues;
    private final Map<MeterRegistry, Map<Sample.Id, Meter>> registries = new LinkedHashMap<>();
    private volatile Map<Sample.Id, Double> values = Map.of();

    BridgeMeters(LocalNode node, ConfigurationStates configurations, MessageQueues queues) {
        this.node = node;
        this.configurations = configurations;
        this.queues = queues;
    }

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        registries.put(registry, new HashMap<>());
        refresh();
    }

    synchronized void refresh() {
        List<Sample> samples = new ArrayList<>(BridgeSeries.all(node.current(), configurations.current()));
        samples.addAll(QueueSeries.of(queues.queues()));
        Map<Sample.Id, Double> latest = new LinkedHashMap<>();
        samples.forEach(sample -> latest.put(sample.id(), sample.value()));
        values = latest;
        registries.forEach((registry, meters) -> reconcile(registry, meters, latest.keySet()));
    }

    private void reconcile(MeterRegistry registry, Map<Sample.Id, Meter> meters, Set<Sample.Id> wanted) {
        meters.entrySet().removeIf(meter -> {
            boolean gone = !wanted.contains(meter.getKey());
            if (gone) {
                registry.remove(meter.getValue());
            }
            return gone;
        });
        wanted.forEach(id -> meters.computeIfAbsent(id, missing -> register(registry, missing)));
    }

    private Meter register(MeterRegistry registry, Sample.Id id) {
        Series series = id.series();
        List<Tag> tags = id.labels().stream()
                .map(label -> Tag.of(label.name(), label.value()))
                .toList();
        return switch (series.kind()) {
            case COUNTER ->
                FunctionCounter.builder(series.metric(), this, meters -> meters.value(id))
                        .tags(tags)
                        .description(series.help())
                        .register(registry);
            case GAUGE ->
                Gauge.builder(series.metric(), this, meters -> meters.value(id))
                        .tags(tags)
                        .description(series.help())
                        .register(registry);
        };
    }

    private double value(Sample.Id id) {
        return values.getOrDefault(id, Double.NaN);
    }
}
