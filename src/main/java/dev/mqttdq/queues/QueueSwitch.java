package dev.mqttdq.queues;

/** Whether message queues are on: by {@code enable}, where {@code auto} means that there is a queue. Any thread may ask. */
public interface QueueSwitch {

    boolean isOn();

    /** Has a task run each time that it may have changed, on the manager's thread: it must not block. */
    void whenChanged(Runnable task);
}
