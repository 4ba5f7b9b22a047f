package dev.mqttdq.bridge;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/**
 * How long messages of one bridge take: from arrival to the disk, and from sending to the remote's acknowledgement. As
 * histograms {@code mqtt_dq_enqueue_latency_seconds} and {@code mqtt_dq_publish_latency_seconds}; gone with {@link #remove}.
 */
final class BridgeLatency {

    private static final Duration[] BUCKETS = {
        Duration.ofMillis(1),
        Duration.ofMillis(5),
        Duration.ofMillis(25),
        Duration.ofMillis(100),
        Duration.ofMillis(500),
        Duration.ofSeconds(2),
        Duration.ofSeconds(10),
        Duration.ofSeconds(60)
    };

    private final MeterRegistry registry;
    private final Timer enqueue;
    private final Timer publish;

    BridgeLatency(MeterRegistry registry, String bridge) {
        this.registry = registry;
        enqueue = timer("mqtt_dq_enqueue_latency", "From arrival to the disk", bridge);
        publish = timer("mqtt_dq_publish_latency", "From sending to the remote's acknowledgement", bridge);
    }

    private Timer timer(String name, String description, String bridge) {
        return Timer.builder(name)
                .description(description)
                .tag("bridge", bridge)
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    void enqueued(Duration latency) {
        enqueue.record(latency);
    }

    void published(Duration latency) {
        publish.record(latency);
    }

    void remove() {
        registry.remove(enqueue);
        registry.remove(publish);
    }
}
