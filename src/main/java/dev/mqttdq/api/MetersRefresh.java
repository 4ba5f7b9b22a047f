package dev.mqttdq.api;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.TaskScheduler;

/** Refreshes the meters once a second for as long as the service runs. */
final class MetersRefresh implements SmartLifecycle {

    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final BridgeMeters meters;
    private final TaskScheduler scheduler;
    private @Nullable ScheduledFuture<?> task;

    MetersRefresh(BridgeMeters meters, TaskScheduler scheduler) {
        this.meters = meters;
        this.scheduler = scheduler;
    }

    @Override
    public synchronized void start() {
        task = scheduler.scheduleWithFixedDelay(meters::refresh, PERIOD);
    }

    @Override
    public synchronized void stop() {
        if (task != null) {
            task.cancel(false);
            task = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return task != null;
    }
}
