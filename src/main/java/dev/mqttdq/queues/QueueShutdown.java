package dev.mqttdq.queues;

import org.springframework.context.SmartLifecycle;

/**
 * Has the queues come to rest when the service is told to stop, while the listener still hears its clients: what they
 * acknowledge then need not be delivered again.
 */
final class QueueShutdown implements SmartLifecycle {

    private final QueueManager queues;
    private volatile boolean running;

    QueueShutdown(QueueManager queues) {
        this.queues = queues;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        queues.quiesce();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
