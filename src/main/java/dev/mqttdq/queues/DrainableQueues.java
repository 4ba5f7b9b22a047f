package dev.mqttdq.queues;

import dev.mqttdq.drain.Drainable;
import dev.mqttdq.drain.Remains;
import java.util.List;

/** The message queues of a manager. They stay drained until the process ends. */
final class DrainableQueues implements Drainable {

    private final QueueManager queues;

    DrainableQueues(QueueManager queues) {
        this.queues = queues;
    }

    @Override
    public Kind kind() {
        return Kind.QUEUE;
    }

    @Override
    public void drain() {
        queues.drain();
    }

    @Override
    public boolean isServing() {
        return queues.isOn() && !queues.isDraining();
    }

    @Override
    public List<Remains> remains() {
        return queues.isOn() && queues.isDraining() ? queues.remains() : List.of();
    }
}
